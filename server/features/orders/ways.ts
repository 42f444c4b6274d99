import { PLATFORM_FEE_PERCENT } from '#contract/limits.ts'
import { platformFee } from '#contract/rules.ts'
import type { Attempt } from '#server/db/schema/money.ts'
import type { Deps } from '#server/deps.ts'
import { cardBox, refuseJcb, type Till } from '#server/features/payments/cards.ts'
import type { Charge, Subscription } from '#server/ports/payments.ts'
import { attempts } from './attempts.ts'
import { priceOf } from './prices.ts'

/** What is to be paid, and by whom. */
export interface Bill {
  order_id: string
  buyer_id: string
  seller_id: string
  kind: string
  subject_id: string
  amount: number
  snapshot: string
}
/** A payment as the provider has it: a charge, and the subscription that it began. */
export interface Paying {
  charge: Charge
  subscription?: Subscription
}

/** Paying once, or each month: the same steps, other calls. All of them may be run again under the same keys. */
export interface Way {
  /** Asks the provider for it, and binds the answer to the attempt. Throws `Declined`. */
  place: (attempt: Attempt, bill: Bill, till: Till) => Promise<Paying>
  /** What the provider says of it today. */
  look: (attempt: Attempt, account: string) => Promise<Paying>
  /** Ends it where it was not paid; `charge.status` says what became of it. */
  withdraw: (attempt: Attempt, account: string) => Promise<Paying>
}

type WayDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

const titleOf = ({ snapshot }: Bill) => (JSON.parse(snapshot) as { title: string }).title
const metadataOf = ({ order_id, buyer_id, kind, subject_id }: Bill, { id }: Attempt) => ({
  order_id,
  attempt_id: id,
  user_id: buyer_id,
  kind,
  subject_id,
})

export function payingOnce(deps: WayDeps): Way {
  const { payments } = deps
  const box = cardBox(deps)
  const { bind } = attempts(deps)
  return {
    async place(attempt, bill, till) {
      const key = attempt.idempotency_key
      const { customer, card, kept } = await box.cardOf(bill.buyer_id, attempt.source, key)
      refuseJcb(card, till)
      const { account } = till
      const method = await payments.shareCard(
        { method: card.method, customer, account },
        `${key}-share`,
      )
      const charge = await payments.startCharge(
        {
          account,
          method,
          amount: bill.amount,
          fee: platformFee(bill.amount),
          description: titleOf(bill),
          metadata: metadataOf(bill, attempt),
        },
        key,
      )
      await bind(attempt, { intent_ref: charge.ref }, kept ? null : card)
      return { charge }
    },
    look: async ({ intent_ref }, account) => ({
      charge: await payments.findCharge(account, intent_ref!),
    }),
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
  return {
    async place(attempt, bill, till) {
      const key = attempt.idempotency_key
      const { account } = till
      const { customer, card, kept } = await box.cardOf(bill.buyer_id, attempt.source, key)
      refuseJcb(card, till)
      const accountCustomer = await box.sellerCustomerOf(bill.buyer_id, bill.seller_id, account)
      const method = await payments.shareCard(
        { method: card.method, customer, account, accountCustomer },
        `${key}-share`,
      )
      const price = await priceOf(deps, bill, account, titleOf(bill))
      const paying = await withCharge(
        payments.startSubscription(
          {
            account,
            customer: accountCustomer,
            method,
            price,
            feePercent: PLATFORM_FEE_PERCENT,
            metadata: metadataOf(bill, attempt),
          },
          key,
        ),
      )
      await bind(
        attempt,
        {
          intent_ref: paying.charge.ref,
          subscription_ref: paying.subscription!.ref,
          state: 'requires_action',
        },
        kept ? null : card,
      )
      return paying
    },
    look: ({ subscription_ref }, account) =>
      withCharge(payments.findSubscription(account, subscription_ref!)),
    async withdraw({ subscription_ref }, account) {
      const ref = subscription_ref!
      const today = await withCharge(payments.findSubscription(account, ref))
      if (today.charge.status === 'succeeded') return today
      await payments.endSubscription({ account, ref, atPeriodEnd: false })
      return { ...today, charge: { ...today.charge, status: 'canceled' } }
    },
  }
}
