// Payment attempts of an order. Each row is written before the provider is called, with its own idempotency key.

import { CARD_WRONG, KONBINI_REFUSED } from '#contract/payments/messages.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import type { PaidCard } from '#server/features/payments/saved-cards.ts'
import { ApiError } from '#server/http/api-error.ts'
import { providerErrorOf, serviceUnavailable } from '#server/http/provider-errors.ts'
import { isoNow } from '#server/ports/clock.ts'
import { Declined, IdempotencyConflict } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as attemptQuery from './payment-attempt-queries.ts'

export const isUnfinished = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state === 'started' || state === 'requires_action' || state === 'processing'

/** An attempt whose charge exists at the provider. */
export type Submitted<A extends PaymentAttempt = PaymentAttempt> = A & { intent_ref: string }
export const isSubmitted = <A extends PaymentAttempt>(attempt: A): attempt is Submitted<A> =>
  attempt.intent_ref !== null

const touched = (deps: Deps) => ({ updated_at: isoNow(deps) })

/** How an attempt is paid: the seller's account, the card or store, and the deadline of a payment number. */
export interface PaidBy {
  account: string
  source: string
  payUntil: string | null
}

/** The idempotency key is made of order, attempt number and amount: a retry after a crash gets the same answer. */
export function newAttempt(
  deps: Deps,
  order: Pick<Order, 'id' | 'amount'>,
  n: number,
  { account, source, payUntil }: PaidBy,
): PaymentAttempt {
  const at = isoNow(deps)
  return {
    id: deps.newId(),
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
    pay_until: payUntil,
    voucher: null,
    unbooked_at: null,
    created_at: at,
    updated_at: at,
  }
}

/** Stores an attempt, or returns the one that already has this number. */
export const create = (deps: Deps, order: Pick<Order, 'id' | 'amount'>, n: number, by: PaidBy) =>
  attemptQuery.insertOrFindAttempt(deps.db, newAttempt(deps, order, n, by))

/** Stores the provider's ids. False if the attempt was cancelled meanwhile: it must not be paid any more. */
export const bind = (
  deps: Deps,
  { id }: PaymentAttempt,
  refs: {
    intent_ref: string
    subscription_ref?: string
    state?: PaymentAttempt['state']
    voucher?: string
  },
  card: PaidCard | null,
) =>
  attemptQuery.updateUnfinished(deps.db, id, {
    ...refs,
    ...(card && { card: JSON.stringify(card) }),
    ...touched(deps),
  })

/** Ends an attempt that was not paid. A succeeded attempt stays as it is. */
export const end = (
  deps: Deps,
  { id }: Pick<PaymentAttempt, 'id'>,
  state: 'failed' | 'cancelled',
  error_code: string | null = null,
) => attemptQuery.endAttempt(deps.db, id, { state, error_code, ...touched(deps) })

/** Moves the attempt to the end of the sweep's queue. */
export const touch = (deps: Deps, { id }: Pick<PaymentAttempt, 'id'>) =>
  attemptQuery.updateAttempt(deps.db, id, touched(deps))

/**
 * Runs the provider calls of an attempt. A declined card ends the attempt; a provider outage does not, and nothing ends
 * one that another request has seen paid.
 */
export async function run<T>(
  deps: Deps,
  attempt: PaymentAttempt,
  calls: () => Promise<T>,
): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof Declined) {
      await end(deps, attempt, 'failed', error.code)
      throw new ApiError(402, attempt.pay_until === null ? CARD_WRONG : KONBINI_REFUSED)
    }
    if (error instanceof ApiError) await end(deps, attempt, 'failed')
    if (error instanceof IdempotencyConflict) throw serviceUnavailable()
    throw providerErrorOf(error) ?? error
  }
}
