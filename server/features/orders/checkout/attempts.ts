import { CARD_WRONG } from '#contract/payments/messages.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import { ApiError } from '#server/http/api-error.ts'
import { providerErrorOf, serviceUnavailable } from '#server/http/provider-errors.ts'
import { type CardOnFile, Declined, IdempotencyConflict } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

type AttemptsDeps = Pick<Deps, 'db' | 'clock' | 'newId'>

export const isUnfinished = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state === 'started' || state === 'requires_action' || state === 'processing'

/** An attempt whose charge exists at the provider. */
export type Submitted<A extends PaymentAttempt = PaymentAttempt> = A & { intent_ref: string }
export const isSubmitted = <A extends PaymentAttempt>(attempt: A): attempt is Submitted<A> =>
  attempt.intent_ref !== null

/** Payment attempts of an order. Each row is written before the provider is called, with its own idempotency key. */
export function createAttempts({ db, clock, newId }: AttemptsDeps) {
  const touched = () => ({ updated_at: clock.now().toISOString() })

  return {
    /** The idempotency key is made of order, attempt number and amount: a retry after a crash gets the same answer. */
    create(
      order: Pick<Order, 'id' | 'amount'>,
      n: number,
      account: string,
      source: string,
    ): Promise<PaymentAttempt> {
      const at = clock.now().toISOString()
      return query.insertOrFindAttempt(db, {
        id: newId(),
        order_id: order.id,
        n,
        idempotency_key: `${order.id}-${n}-${order.amount}`,
        account_ref: account,
        intent_ref: null,
        subscription_ref: null,
        state: 'started',
        error_code: null,
        source,
        card: null,
        unbooked_at: null,
        created_at: at,
        updated_at: at,
      })
    },

    /** Stores the provider's ids. False if the attempt was cancelled meanwhile: it must not be paid any more. */
    bind: (
      { id }: PaymentAttempt,
      refs: { intent_ref: string; subscription_ref?: string; state?: PaymentAttempt['state'] },
      card: CardOnFile | null,
    ) =>
      query.updateUnfinished(db, id, {
        ...refs,
        ...(card && { card: JSON.stringify(card) }),
        ...touched(),
      }),

    /** Ends an attempt that was not paid. A succeeded attempt stays as it is. */
    end: (
      { id }: Pick<PaymentAttempt, 'id'>,
      state: 'failed' | 'cancelled',
      error_code: string | null = null,
    ) => query.endAttempt(db, id, { state, error_code, ...touched() }),

    /** Moves the attempt to the end of the sweep's queue. */
    touch: ({ id }: Pick<PaymentAttempt, 'id'>) => query.updateAttempt(db, id, touched()),

    /** Runs the provider calls of an attempt. A declined card ends the attempt; a provider outage does not. */
    async run<T>(attempt: PaymentAttempt, calls: () => Promise<T>): Promise<T> {
      try {
        return await calls()
      } catch (error) {
        if (error instanceof Declined) {
          await query.updateAttempt(db, attempt.id, {
            state: 'failed',
            error_code: error.code,
            ...touched(),
          })
          throw new ApiError(402, CARD_WRONG)
        }
        if (error instanceof ApiError)
          await query.updateAttempt(db, attempt.id, { state: 'failed', ...touched() })
        if (error instanceof IdempotencyConflict) throw serviceUnavailable()
        throw providerErrorOf(error) ?? error
      }
    },
  }
}
