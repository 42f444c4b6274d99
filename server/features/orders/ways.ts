import { PAYMENT_UNFINISHED } from '#contract/messages.ts'
import { platformFee } from '#contract/rules.ts'
import type { Attempt } from '#server/db/schema/money.ts'
import type { Deps } from '#server/deps.ts'
import { cardBox, refuseJcb, type Till } from '#server/features/payments/cards.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Charge, Declined, type Subscription } from '#server/ports/payments.ts'
import { attempts } from './attempts.ts'
import { priceOf } from './prices.ts'
import { standingOf } from './trial.ts'

/** What is to be paid, and by whom. */
export interface Bill {
  order_id: string
  buyer_id: string
  seller_id: string
  kind: string
  subject_id: string
  amount: number
  snapshot: string
  /** The platform's share. Every try asks for the same: the provider takes no key for two sums. */
  fee_percent: number | null
}
/** A payment as the provider has it: a charge, and the subscription that it began. */
export interface Paying {
  charge: Charge
  subscription?: Subscription
}

/** Paying once, or each month: the same steps, other calls. All of them may be run again under the same keys. */
export interface Way {
  /**
   * Asks the provider for it, and binds the answer to the attempt; no money moves before that, so that there is none
   * of which nobody knows. Answers with what it is today. Throws `Declined`.
   */
  place: (attempt: Attempt, bill: Bill, till: Till) => Promise<Paying>
  /** What the provider says of it today. */
  look: (attempt: Attempt, account: string) => Promise<Paying>
  /**
   * What became of a try over which the provider broke down, bound to it; null where nothing did that could still be
   * paid, so that another try is safe.
   */
  trace: (attempt: Attempt, account: string) => Promise<Paying | null>
  /** Ends it where it was not paid; `charge.status` says what became of it. */
  withdraw: (attempt: Attempt, account: string) => Promise<Paying>
}

type WayDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

const titleOf = ({ snapshot }: Bill) => (JSON.parse(snapshot) as { title: string }).title
function percentOf({ order_id, fee_percent }: Bill): number {
  if (fee_percent === null) throw new Error(`the order ${order_id} says nothing of the fee`)
  return fee_percent
}
const metadataOf = ({ order_id, buyer_id, kind, subject_id }: Bill, { id }: Attempt) => ({
  order_id,
  attempt_id: id,
  user_id: buyer_id,
  kind,
  subject_id,
})

const madeBy = ({ id, created_at }: Attempt, account: string) => ({
  account,
  attemptId: id,
  since: created_at,
})

/** The try was withdrawn while the provider answered: it is paid already, or never will be. */
function tooLate(paying: Paying): Paying {
  if (paying.charge.status === 'succeeded') return paying
  throw new Refusal(409, PAYMENT_UNFINISHED)
}

export function payingOnce(deps: WayDeps): Way {
  const { payments } = deps
  const box = cardBox(deps)
  const { bind } = attempts(deps)
  return {
    async place(attempt, bill, till) {
      const { account } = till
      if (attempt.intent_ref)
        return { charge: await payments.findCharge(account, attempt.intent_ref) }
      const key = attempt.idempotency_key
      const { customer, card, kept } = await box.cardOf(bill.buyer_id, attempt.source)
      refuseJcb(card, till)
      const method = await payments.shareCard(
        { method: card.method, customer, account },
        `${key}-share`,
      )
      const charge = await payments.startCharge(
        {
          account,
          method,
          amount: bill.amount,
          fee: platformFee(bill.amount, percentOf(bill)),
          description: titleOf(bill),
          metadata: metadataOf(bill, attempt),
        },
        key,
      )
      const bound = await bind(attempt, { intent_ref: charge.ref }, kept ? null : card)
      return bound
        ? { charge }
        : tooLate({ charge: await payments.cancelCharge(account, charge.ref) })
    },
    look: async ({ intent_ref }, account) => ({
      charge: await payments.findCharge(account, intent_ref!),
    }),
    async trace(attempt, account) {
      const charge = await payments.traceCharge(madeBy(attempt, account))
      if (!charge) return null
      return (await bind(attempt, { intent_ref: charge.ref }, null)) ? { charge } : null
    },
    withdraw: async ({ intent_ref }, account) => ({
      charge: await payments.cancelCharge(account, intent_ref!),
    }),
  }
}

export function payingMonthly(deps: WayDeps): Way {
  const { payments } = deps
  const box = cardBox(deps)
  const { bind } = attempts(deps)

  async function withCharge(found: Promise<Subscription>): Promise<Paying> {
    const subscription = await found
    if (!subscription.charge) throw new Error('a subscription without a first charge')
    return { charge: subscription.charge, subscription }
  }
  const withdraw: Way['withdraw'] = async ({ subscription_ref, intent_ref }, account) => {
    const ref = subscription_ref!
    const today = await withCharge(payments.findSubscription(account, ref))
    const { status } = today.charge
    // What its bank still thinks about may yet be paid, and no end of the subscription would stop it.
    if (status === 'succeeded' || status === 'processing') return today
    const subscription = await payments.endSubscription({ account, ref, atPeriodEnd: false })
    return { subscription, charge: await payments.findCharge(account, intent_ref!) }
  }
  return {
    async place(attempt, bill, till) {
      const key = attempt.idempotency_key
      const { account } = till
      const { customer, card, kept } = await box.cardOf(bill.buyer_id, attempt.source)
      refuseJcb(card, till)
      const accountCustomer = await box.sellerCustomerOf(bill.buyer_id, bill.seller_id, account)
      const method = await payments.shareCard(
        { method: card.method, customer, account, accountCustomer },
        `${key}-share`,
      )
      const price = await priceOf(deps, bill, account, titleOf(bill))
      const { charge, subscription } = await withCharge(
        payments.startSubscription(
          {
            account,
            customer: accountCustomer,
            method,
            price,
            feePercent: percentOf(bill),
            metadata: metadataOf(bill, attempt),
          },
          key,
        ),
      )
      const { ref } = subscription!
      const refs = {
        intent_ref: charge.ref,
        subscription_ref: ref,
        state: 'requires_action',
      } as const
      if (!(await bind(attempt, refs, kept ? null : card)))
        return tooLate(await withdraw({ ...attempt, ...refs }, account))
      const first = { account, ref, charge: charge.ref, method }
      return withCharge(
        payments.paySubscription(first, `${key}-pay`).catch(async (error: unknown) => {
          // Nobody will pay for it any more: a new card is a new subscription.
          if (error instanceof Declined)
            await payments.endSubscription({ account, ref, atPeriodEnd: false })
          throw error
        }),
      )
    },
    /** Its own charge: a later month has another. */
    async look({ subscription_ref, intent_ref }, account) {
      const subscription = await payments.findSubscription(account, subscription_ref!)
      const newest = subscription.charge
      const own = newest?.ref === intent_ref ? newest : null
      return { subscription, charge: own ?? (await payments.findCharge(account, intent_ref!)) }
    },
    async trace(attempt, account) {
      const made = await payments.traceSubscription(madeBy(attempt, account))
      if (!made?.charge) return null
      const { charge, ref } = made
      await bind(attempt, { intent_ref: charge.ref, subscription_ref: ref }, null)
      if (standingOf(charge) === 'paid' || charge.status === 'processing')
        return { charge, subscription: made }
      // Nobody was asked to pay it yet: a new one is begun under a new key.
      await payments.endSubscription({ account, ref, atPeriodEnd: false })
      return null
    },
    withdraw,
  }
}
