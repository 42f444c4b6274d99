import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { platformFee } from '#contract/shared/rules.ts'
import type { PaymentAttempt } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import * as savedCards from '#server/features/payments/saved-cards.ts'
import { refuseJcb, type SellerAccount } from '#server/features/payments/saved-cards.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type Charge, Declined, type ProviderSubscription } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { snapshotOf } from '../order-snapshot.ts'
import { priceOf } from '../subscriptions/prices.ts'
import type { Submitted } from './payment-attempts.ts'
import * as attempts from './payment-attempts.ts'
import { chargeOutcome } from './policy.ts'

/** Input of a payment at the provider: the amount, the buyer and the product. */
export interface ChargeRequest {
  order_id: string
  buyer_id: string
  seller_id: string
  kind: ProductKind
  subject_id: string
  amount: number
  snapshot: string
  /** The platform's fee in percent. The same in every attempt: the provider rejects an idempotency key with two amounts. */
  fee_percent: number | null
  /** The buyer chose to save the card; a membership's is always saved. */
  keepCard: boolean
}
/** A payment at the provider: the charge, and the subscription that it started. */
export interface ChargeResult {
  charge: Charge
  subscription?: ProviderSubscription
}
type FirstCharge = Required<ChargeResult>

/** Paying once, or by subscription: the same steps with other provider calls. All are idempotent. */
export interface PaymentMode {
  /**
   * Creates the payment at the provider and stores its ids with the attempt. No money moves before the ids are stored, so
   * no charge can be lost. Returns the current state. Throws `Declined`.
   */
  create: (
    deps: Deps,
    attempt: PaymentAttempt,
    request: ChargeRequest,
    sellerAccount: SellerAccount,
  ) => Promise<ChargeResult>
  /** Loads the current state from the provider. */
  retrieve: (deps: Deps, attempt: Submitted, account: string) => Promise<ChargeResult>
  /**
   * Looks up the charge of an attempt whose create call failed (5xx or timeout), and stores its ids. Null: none exists that
   * could still be paid, so a new attempt cannot charge twice.
   */
  recover: (deps: Deps, attempt: PaymentAttempt, account: string) => Promise<ChargeResult | null>
  /** Cancels the payment unless it is paid; `charge.status` tells the outcome. */
  cancel: (deps: Deps, attempt: Submitted, account: string) => Promise<ChargeResult>
}

export const titleOf = (request: ChargeRequest) => snapshotOf(request).title
export function percentOf({ order_id, fee_percent }: ChargeRequest): number {
  if (fee_percent === null) throw new Error(`the order ${order_id} has no fee percentage`)
  return fee_percent
}
export const metadataOf = (
  { order_id, buyer_id, kind, subject_id }: ChargeRequest,
  { id }: PaymentAttempt,
) => ({
  order_id,
  attempt_id: id,
  user_id: buyer_id,
  kind,
  subject_id,
})

export const createdBy = ({ id, created_at }: PaymentAttempt, account: string) => ({
  account,
  attemptId: id,
  since: created_at,
})

/** The attempt was cancelled during the create call: the charge is either paid already, or cancelled now. */
export function paidOrRefused(result: ChargeResult): ChargeResult {
  if (result.charge.status === 'succeeded') return result
  throw new ApiError(409, PAYMENT_UNFINISHED)
}

export const oneTimePayment: PaymentMode = {
  async create(deps, attempt, request, sellerAccount) {
    const { account } = sellerAccount
    if (attempt.intent_ref)
      return { charge: await deps.payments.findCharge(account, attempt.intent_ref) }
    const key = attempt.idempotency_key
    const {
      customer,
      card,
      kept: isSaved,
    } = await savedCards.cardOf(deps, request.buyer_id, attempt.source)
    refuseJcb(card, sellerAccount)
    const method = await deps.payments.shareCard(
      { method: card.method, customer, account },
      `${key}-share`,
    )
    const charge = await deps.payments.startCharge(
      {
        account,
        method,
        amount: request.amount,
        fee: platformFee(request.amount, percentOf(request)),
        description: titleOf(request),
        metadata: metadataOf(request, attempt),
      },
      key,
    )
    const bound = await attempts.bind(
      deps,
      attempt,
      { intent_ref: charge.ref },
      isSaved ? null : { ...card, keep: request.keepCard },
    )
    return bound
      ? { charge }
      : paidOrRefused({ charge: await deps.payments.cancelCharge(account, charge.ref) })
  },
  retrieve: async (deps, { intent_ref }, account) => ({
    charge: await deps.payments.findCharge(account, intent_ref),
  }),
  async recover(deps, attempt, account) {
    const charge = await deps.payments.recoverCharge(createdBy(attempt, account))
    if (!charge) return null
    return (await attempts.bind(deps, attempt, { intent_ref: charge.ref }, null))
      ? { charge }
      : null
  },
  cancel: async (deps, { intent_ref }, account) => ({
    charge: await deps.payments.cancelCharge(account, intent_ref),
  }),
}

function refOf({ id, subscription_ref }: PaymentAttempt): string {
  if (subscription_ref === null) throw new Error(`the attempt ${id} has no subscription`)
  return subscription_ref
}

async function withCharge(pending: Promise<ProviderSubscription>): Promise<FirstCharge> {
  const subscription = await pending
  if (!subscription.charge) throw new Error('a subscription without a first charge')
  return { charge: subscription.charge, subscription }
}

const cancel: PaymentMode['cancel'] = async (deps, attempt, account) => {
  const { intent_ref } = attempt
  const ref = refOf(attempt)
  const subscription = await deps.payments.findSubscription(account, ref)
  const { charge } = subscription
  // The seller has disconnected.
  if (!charge)
    return { subscription, charge: await deps.payments.cancelCharge(account, intent_ref) }
  // A processing charge may still succeed; cancelling the subscription would not stop it.
  if (charge.status === 'succeeded' || charge.status === 'processing')
    return { subscription, charge }
  const ended = await deps.payments.endSubscription({ account, ref, atPeriodEnd: false })
  return { subscription: ended, charge: await deps.payments.findCharge(account, intent_ref) }
}

export const subscriptionPayment: PaymentMode = {
  async create(deps, attempt, request, sellerAccount) {
    const key = attempt.idempotency_key
    const { account } = sellerAccount
    const {
      customer,
      card,
      kept: isSaved,
    } = await savedCards.cardOf(deps, request.buyer_id, attempt.source)
    refuseJcb(card, sellerAccount)
    const { accountCustomer, method } = await savedCards.shareWithSeller(
      deps,
      request,
      { customer, method: card.method },
      account,
      key,
    )
    const price = await priceOf(deps, request, account, titleOf(request))
    const { charge, subscription } = await withCharge(
      deps.payments.startSubscription(
        {
          account,
          customer: accountCustomer,
          method,
          price,
          feePercent: percentOf(request),
          metadata: metadataOf(request, attempt),
        },
        key,
      ),
    )
    const { ref } = subscription
    const refs = {
      intent_ref: charge.ref,
      subscription_ref: ref,
      state: 'requires_action',
    } as const
    if (!(await attempts.bind(deps, attempt, refs, isSaved ? null : { ...card, keep: true })))
      return paidOrRefused(await cancel(deps, { ...attempt, ...refs }, account))
    const first = { account, ref, charge: charge.ref, method }
    return withCharge(
      deps.payments.paySubscription(first, `${key}-pay`).catch(async (error: unknown) => {
        // An unpaid subscription cannot change its card: a new card starts a new subscription.
        if (error instanceof Declined)
          await deps.payments.endSubscription({ account, ref, atPeriodEnd: false })
        throw error
      }),
    )
  },
  /** The charge of this attempt, since a later invoice has another charge. */
  async retrieve(deps, attempt, account) {
    const { intent_ref } = attempt
    const subscription = await deps.payments.findSubscription(account, refOf(attempt))
    const newest = subscription.charge
    const own = newest?.ref === intent_ref ? newest : null
    return { subscription, charge: own ?? (await deps.payments.findCharge(account, intent_ref)) }
  },
  async recover(deps, attempt, account) {
    const subscription = await deps.payments.recoverSubscription(createdBy(attempt, account))
    if (!subscription?.charge) return null
    const { charge, ref } = subscription
    await attempts.bind(deps, attempt, { intent_ref: charge.ref, subscription_ref: ref }, null)
    if (chargeOutcome(charge) === 'paid' || charge.status === 'processing')
      return { charge, subscription: subscription }
    // No payment was confirmed: end this one, and let the caller start a new one under a new key.
    await deps.payments.endSubscription({ account, ref, atPeriodEnd: false })
    return null
  },
  cancel,
}
