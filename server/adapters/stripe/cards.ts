import Stripe from 'stripe'
import { defined } from '#contract/lib/defined.ts'
import {
  type CardOnFile,
  Declined,
  type Payments,
  type SavedCard,
  type SharedCard,
  Unknown,
} from '#server/ports/payments.ts'
import { ask, askTwice, inAccount } from './client.ts'

export const CARD: 'card'[] = ['card']

type Cards = Pick<
  Payments,
  'addCustomer' | 'addAccountCustomer' | 'takeCard' | 'saveCard' | 'dropCard' | 'shareCard'
>
interface NewCard {
  token: string
  customer: string
}

/** Customers and their cards on the platform, and copies of both in the sellers' accounts. */
export const stripeCards = (stripe: Stripe): Cards => ({
  addCustomer: ({ userId }, key) => addCustomer(stripe, userId, null, key),
  addAccountCustomer: ({ account, userId }, key) => addCustomer(stripe, userId, account, key),
  takeCard: (from, key) => takeCard(stripe, from, key),
  saveCard: (from, key) => saveCard(stripe, from, key),
  dropCard: (method) => dropCard(stripe, method),
  shareCard: (card, key) => shareCard(stripe, card, key),
})

async function addCustomer(stripe: Stripe, userId: string, account: string | null, key: string) {
  const metadata = { user_id: userId }
  const created = await askTwice(key, (idempotencyKey) =>
    stripe.customers.create(
      { metadata },
      account === null ? { idempotencyKey } : inAccount(account, idempotencyKey),
    ),
  )
  return created.id
}

async function takeCard(stripe: Stripe, from: NewCard, key: string): Promise<CardOnFile> {
  const methodId = await methodOf(stripe, from.token, key)
  const method = await askTwice(`${key}-attach`, (idempotencyKey) =>
    stripe.paymentMethods.attach(methodId, { customer: from.customer }, { idempotencyKey }),
  ).catch(refuseUnknown)
  return cardOf(method)
}

async function saveCard(stripe: Stripe, from: NewCard, key: string): Promise<SavedCard> {
  const method = await methodOf(stripe, from.token, key)
  const setupIntent = await askTwice(`${key}-setup`, (idempotencyKey) =>
    stripe.setupIntents.create(
      {
        customer: from.customer,
        payment_method: method,
        allowed_payment_method_types: CARD,
        usage: 'off_session',
        confirm: true,
        use_stripe_sdk: true,
      },
      { idempotencyKey },
    ),
  ).catch(refuseUnknown)
  // The idempotent answer may be old: load the current state.
  const today = await ask(() =>
    stripe.setupIntents.retrieve(setupIntent.id, { expand: ['payment_method'] }),
  )
  return toSavedCard(today)
}

function toSavedCard(intent: Stripe.SetupIntent): SavedCard {
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled')
    throw new Declined(intent.last_setup_error?.code ?? 'setup_failed')
  const { payment_method, client_secret } = intent
  if (payment_method === null || typeof payment_method === 'string')
    throw new Error(`the payment method of ${intent.id} is not expanded`)
  const card = cardOf(payment_method)
  if (intent.status === 'succeeded') return { card, status: 'ready', clientSecret: null }
  const clientSecret = defined(client_secret, `the secret of ${intent.id}`)
  return { card, status: 'requires_action', clientSecret }
}

async function dropCard(stripe: Stripe, method: string): Promise<void> {
  await ask(() => stripe.paymentMethods.detach(method)).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

async function shareCard(stripe: Stripe, card: SharedCard, key: string): Promise<string> {
  const { method, customer, account, accountCustomer } = card
  const { id } = await askTwice(key, (own) =>
    stripe.paymentMethods.create({ customer, payment_method: method }, inAccount(account, own)),
  ).catch((error: unknown) => {
    // The buyer did not keep the card, and it was removed after its order: another one has to be entered.
    if (error instanceof Unknown) throw new Declined('unusable_card')
    throw error
  })
  if (accountCustomer)
    await askTwice(`${key}-attach`, (own) =>
      stripe.paymentMethods.attach(id, { customer: accountCustomer }, inAccount(account, own)),
    )
  return id
}

/** Id of a payment method: the browser's own, or a new one of its token. */
async function methodOf(stripe: Stripe, token: string, key: string): Promise<string> {
  if (token.startsWith('pm_')) return token
  const created = await askTwice(key, (idempotencyKey) =>
    stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey }),
  ).catch(refuseUnknown)
  return created.id
}

function cardOf(method: Stripe.PaymentMethod): CardOnFile {
  if (!method.card) throw new Declined('not_a_card')
  const { brand, last4, exp_month, exp_year } = method.card
  return { method: method.id, brand, last4, exp_month, exp_year }
}

/** Unknown or detached. */
const isGone = (error: unknown) =>
  error instanceof Unknown || (error instanceof Error && /not attached/i.test(error.message))

/** A token that Stripe rejects was mistyped, used, made up, or is another customer's. */
const refuseUnknown = (error: unknown): never => {
  if (error instanceof Unknown || error instanceof Stripe.errors.StripeInvalidRequestError)
    throw new Declined('unusable_card')
  throw error
}
