import type Stripe from 'stripe'
import { defined, entryOf } from '#contract/lib/defined.ts'
import { INITIAL_FEE_PERCENT } from '#contract/service-fee/limits.ts'
import { toCharge, WITH_FEES } from '#server/adapters/stripe/charge.ts'
import { intentOf } from '#server/adapters/stripe/subscription.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Book } from './tables.ts'

type Membership = Schema['membership']
type At = { stripeAccount: string }

/**
 * Creates real subscriptions in the payment sandbox for members who can log in, so that these can be cancelled,
 * resumed and fall past due. Other memberships are rows only.
 */
export async function subscribeForReal(book: Book, stripe: Stripe) {
  const { rows } = book
  const products = new Map<string, string>()
  for (const { user_id, customer_ref } of rows.customer) {
    const card = rows.saved_card.find((saved) => saved.user_id === user_id && saved.main)
    const joined = rows.membership.filter(
      (one) => one.user_id === user_id && one.status === 'active' && one.amount > 0,
    )
    for (const membership of joined) {
      const room = defined(
        rows.room.find(({ id }) => id === membership.room_id),
        'the room',
      )
      const seller = rows.seller_account.find((account) => account.user_id === room.owner_id)
      if (!card || !seller?.account_ref || !seller.charges_enabled) continue
      const on = { stripeAccount: seller.account_ref }
      if (!products.has(room.id))
        products.set(room.id, (await stripe.products.create({ name: room.title }, on)).id)
      const product = entryOf(products, room.id)
      const from = { customer: customer_ref, payment_method: card.method_ref }
      await subscribe(book, stripe, { membership, seller, product, from })
    }
  }
}

interface Joining {
  membership: Membership
  seller: Schema['seller_account']
  product: string
  /** The saved card, and its customer. */
  from: { customer: string; payment_method: string }
}

async function subscribe(
  { rows, add }: Book,
  stripe: Stripe,
  { membership, seller, product, from }: Joining,
) {
  const on = { stripeAccount: defined(seller.account_ref, 'the account') }
  const { user_id, room_id, amount } = membership
  const order = rows.order.find(
    (one) => one.buyer_id === user_id && one.subject_id === room_id && one.state === 'settled',
  )
  const attempt = rows.attempt.find(({ order_id }) => order_id === order?.id)
  if (!order || !attempt) return
  const customer = (await stripe.customers.create({ metadata: { user_id } }, on)).id
  add('seller_customer', { user_id, seller_id: seller.user_id, customer_ref: customer })
  const card = await stripe.paymentMethods.create(from, on)
  await stripe.paymentMethods.attach(card.id, { customer }, on)
  const recurring = { interval: 'month' } as const
  const price = { currency: 'jpy', product, recurring, unit_amount: amount }
  const subscription = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price_data: price }],
      default_payment_method: card.id,
      payment_behavior: 'error_if_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      application_fee_percent: INITIAL_FEE_PERCENT,
      metadata: { order_id: order.id, attempt_id: attempt.id },
      expand: ['latest_invoice.payments'],
    },
    on,
  )
  Object.assign(attempt, { subscription_ref: subscription.id, account_ref: seller.account_ref })
  await bookForReal(rows, stripe, { attempt, subscription, on })
  membership.subscription_ref = subscription.id
  membership.fee_percent = INITIAL_FEE_PERCENT
  const end = defined(subscription.items.data[0], 'the item').current_period_end
  membership.current_period_end = new Date(end * 1000).toISOString()
}

/** Links the first month's payment to the sandbox's real charge and balance transaction. */
async function bookForReal(
  { ledger_entry }: Book['rows'],
  stripe: Stripe,
  {
    attempt,
    subscription,
    on,
  }: { attempt: Schema['attempt']; subscription: Stripe.Subscription; on: At },
) {
  const intent = intentOf(subscription)
  if (!intent) return
  attempt.intent_ref = intent
  const paid = toCharge(
    await stripe.paymentIntents.retrieve(intent, { expand: WITH_FEES }, on),
    on.stripeAccount,
  ).booked
  if (!paid) return
  const { gross, providerFee, platformFee } = paid
  const sides: Partial<Record<string, number>> = {
    buyer: -gross,
    seller: gross - providerFee - platformFee,
    platform_fee: platformFee,
    provider_fee: providerFee,
  }
  for (const entry of ledger_entry)
    if (entry.order_id === attempt.order_id && entry.kind === 'sale')
      Object.assign(entry, { source_ref: paid.ref, amount: sides[entry.account] })
}
