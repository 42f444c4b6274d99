import type Stripe from 'stripe'
import { defined } from '#contract/lib/defined.ts'
import { INITIAL_FEE_PERCENT } from '#contract/service-fee/limits.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import type { Config } from '#server/config/config.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import { subscribeForReal } from './subscriptions.ts'
import type { Book } from './tables.ts'

/** Test card tokens of the demo's people. */
const TOKENS: Record<string, string> = {
  visa: 'tok_visa',
  mastercard: 'tok_mastercard',
  amex: 'tok_amex',
}

/** Sandbox triggers that bring an account into each state. */
const LIVED_THROUGH: Record<SellerAccount['state'], string[]> = {
  none: [],
  review: ['review'],
  more_needed: ['ask_again'],
  ready: ['complete_onboarding'],
  blocked: ['complete_onboarding', 'stop_charges'],
}

/**
 * Registers the demo's sellers, buyers and cards with the payment sandbox, so that purchases work; without a sandbox
 * their ids stay unknown.
 */
export async function introduce(book: Book, { payments }: Config) {
  if (payments.provider !== 'sandbox' || !payments.apiBase) return
  const stripe = createStripeClient(payments.secretKey, payments.apiBase)
  /** Simulates actions on the provider's pages, and the provider's own. */
  const trigger = (type: string, account: string) =>
    fetch(`${payments.apiBase}/_control/trigger`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payments.secretKey}` },
      body: JSON.stringify({ type, account }),
    })

  for (const seller of book.rows.seller_account) {
    if (seller.account_ref === null) continue
    const { id } = await stripe.accounts.create({
      type: 'custom',
      country: 'JP',
      capabilities: {
        card_payments: { requested: true },
        transfers: { requested: true },
        konbini_payments: { requested: true },
        ...(seller.jcb_payments && { jcb_payments: { requested: true } }),
      },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { user_id: seller.user_id },
    })
    for (const attempt of book.rows.attempt)
      if (attempt.account_ref === seller.account_ref) attempt.account_ref = id
    seller.account_ref = id
    for (const type of LIVED_THROUGH[seller.state]) await trigger(type, id)
  }
  await payOpenOrders(book, stripe)
  arrive(book)
  for (const customer of book.rows.customer) {
    const metadata = { user_id: customer.user_id }
    customer.customer_ref = (await stripe.customers.create({ metadata })).id
    for (const card of book.rows.saved_card.filter(({ user_id }) => user_id === customer.user_id)) {
      const token = defined(TOKENS[card.brand], card.brand)
      const method = await stripe.paymentMethods.create({ type: 'card', card: { token } })
      await stripe.paymentMethods.attach(method.id, { customer: customer.customer_ref })
      const { exp_month, exp_year, last4 } = defined(method.card, 'the card')
      Object.assign(card, { method_ref: method.id, exp_month, exp_year, last4 })
    }
  }
  await subscribeForReal(book, stripe)
}

/** Marks payouts in transit as arrived: the server would look them up in the sandbox, which does not have them. */
function arrive({ rows }: Book) {
  for (const payout of rows.payout.filter(({ state }) => state === 'in_transit'))
    Object.assign(payout, { state: 'paid', arrived_at: payout.created_at })
}

/** Creates a pending payment for each open order: it succeeds a minute after the first page view of the demo. */
async function payOpenOrders({ rows }: Book, stripe: Stripe) {
  for (const order of rows.order.filter(({ state }) => state === 'open')) {
    const account = rows.seller_account.find(({ user_id }) => user_id === order.seller_id)
    const attempt = rows.attempt.find(({ order_id }) => order_id === order.id)
    if (!account?.account_ref || !attempt) continue
    const intent = await stripe.paymentIntents.create(
      {
        amount: order.amount,
        currency: 'jpy',
        payment_method: 'pm_card_processing',
        allowed_payment_method_types: ['card'],
        application_fee_amount: platformFee(order.amount, INITIAL_FEE_PERCENT),
        confirm: true,
        metadata: { order_id: order.id },
      },
      { stripeAccount: account.account_ref },
    )
    attempt.intent_ref = intent.id
  }
}
