import Stripe from 'stripe'
import { defined } from '#contract/defined.ts'
import {
  BadSignature,
  type CardOnFile,
  type Charge,
  Declined,
  type Payments,
  type ProviderEvent,
  type ProviderSubscription,
  Unknown,
  type WebhookEndpoint,
} from '#server/ports/payments.ts'
import { toCharge, WITH_FEES } from './charge.ts'
import { ask, askTwice, HAS_LEFT, ignoreEnded, isCode } from './client.ts'
import { listEvents, toProviderEvent } from './events.ts'
import { stripePayouts } from './payouts.ts'
import { stripeRefunds } from './refunds.ts'
import { stripeSellers } from './sellers.ts'
import { intentOf, toInvoice, toSubscription, WITH_CHARGE } from './subscription.ts'

const CURRENCY = 'jpy'
/** Eight years of monthly invoices; older ones are recorded long ago. */
const MAX_INVOICES = 100
const CARD = ['card'] as 'card'[]
const SKEW_S = 300

function cardOf(method: Stripe.PaymentMethod): CardOnFile {
  if (!method.card) throw new Declined('not_a_card')
  const { brand, last4, exp_month, exp_year } = method.card
  return { method: method.id, brand, last4, exp_month, exp_year }
}

const unlessLeft = <T>(call: () => Promise<T>, otherwise: T): Promise<T> =>
  call().catch((error: unknown) => {
    if (isCode(error, HAS_LEFT)) return otherwise
    throw error
  })

/** A subscription of a disconnected account: it makes no more invoices, and the paid period stays. */
const abandoned = (account: string, ref: string): ProviderSubscription => ({
  ref,
  account,
  status: 'canceled',
  periodEnd: null,
  cancelAtPeriodEnd: true,
  metadata: {},
  charge: null,
})

/** Direct charges on connected accounts with an application fee. `secrets`: signing secrets of the two endpoints. */
export function stripePayments(
  stripe: Stripe,
  secrets: Record<WebhookEndpoint, string>,
  /** Event types to list; empty: all. */
  types: readonly string[] = [],
): Payments {
  const at = (stripeAccount: string, idempotencyKey?: string) =>
    idempotencyKey ? { stripeAccount, idempotencyKey } : { stripeAccount }

  const findCharge = async (account: string, ref: string): Promise<Charge> => {
    const intent = await ask(() =>
      stripe.paymentIntents.retrieve(ref, { expand: WITH_FEES }, at(account)),
    )
    return toCharge(intent, account)
  }

  /** List filter for objects created since, less the allowed clock skew. */
  const madeSince = (since: string) => ({
    created: { gte: Math.floor(Date.parse(since) / 1000) - SKEW_S },
    limit: 100,
  })

  async function withCharge(
    found: Stripe.Subscription,
    account: string,
  ): Promise<ProviderSubscription> {
    const intent = intentOf(found)
    return toSubscription(found, account, intent ? await findCharge(account, intent) : null)
  }
  const subscriptionBy = (account: string, ref: string, call: () => Promise<Stripe.Subscription>) =>
    unlessLeft(async () => withCharge(await ask(call), account), abandoned(account, ref))
  const findSubscription = (account: string, ref: string) =>
    subscriptionBy(account, ref, () =>
      stripe.subscriptions.retrieve(ref, { expand: WITH_CHARGE }, at(account)),
    )

  async function hasEnded(account: string, ref: string) {
    const { status } = await ask(() => stripe.subscriptions.retrieve(ref, {}, at(account)))
    return status === 'canceled' || status === 'incomplete_expired'
  }

  return {
    ...stripeSellers(stripe),
    ...stripePayouts(stripe),

    async addCustomer({ userId }, key) {
      const metadata = { user_id: userId }
      const created = await askTwice(key, (idempotencyKey) =>
        stripe.customers.create({ metadata }, { idempotencyKey }),
      )
      return created.id
    },

    async takeCard({ token, customer }, key) {
      const methodId = token.startsWith('pm_') ? token : await makeCard(stripe, token, key)
      const method = await askTwice(`${key}-attach`, (idempotencyKey) =>
        stripe.paymentMethods.attach(methodId, { customer }, { idempotencyKey }),
      ).catch(refuseUnknown)
      return cardOf(method)
    },

    async saveCard({ token, customer }, key) {
      const method = token.startsWith('pm_') ? token : await makeCard(stripe, token, key)
      const setupIntent = await askTwice(`${key}-setup`, (idempotencyKey) =>
        stripe.setupIntents.create(
          {
            customer,
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
      if (today.status === 'requires_payment_method' || today.status === 'canceled')
        throw new Declined(today.last_setup_error?.code ?? 'setup_failed')
      const { payment_method, client_secret } = today
      if (payment_method === null || typeof payment_method === 'string')
        throw new Error(`the payment method of ${today.id} is not expanded`)
      const card = cardOf(payment_method)
      if (today.status === 'succeeded') return { card, status: 'ready', clientSecret: null }
      const clientSecret = defined(client_secret, `the secret of ${today.id}`)
      return { card, status: 'requires_action', clientSecret }
    },

    async dropCard(method) {
      await ask(() => stripe.paymentMethods.detach(method)).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    },

    async shareCard({ method, customer, account, accountCustomer }, key) {
      const { id } = await askTwice(key, (own) =>
        stripe.paymentMethods.create({ customer, payment_method: method }, at(account, own)),
      )
      if (accountCustomer)
        await askTwice(`${key}-attach`, (own) =>
          stripe.paymentMethods.attach(id, { customer: accountCustomer }, at(account, own)),
        )
      return id
    },

    async startCharge({ account, method, amount, fee, description, metadata }, key) {
      const intent = await ask(() =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: CURRENCY,
            payment_method: method,
            allowed_payment_method_types: CARD,
            application_fee_amount: fee,
            description,
            metadata,
            expand: WITH_FEES,
          },
          at(account, key),
        ),
      )
      return toCharge(intent, account)
    },

    findCharge,

    async recoverCharge({ account, attemptId, since }) {
      const intents = stripe.paymentIntents.list(madeSince(since), at(account))
      return ask(async () => {
        for await (const { id, metadata } of intents)
          if (metadata.attempt_id === attemptId) return findCharge(account, id)
        return null
      })
    },

    async cancelCharge(account, ref) {
      const today = await findCharge(account, ref)
      if (today.status === 'succeeded' || today.status === 'canceled') return today
      await ask(() => stripe.paymentIntents.cancel(ref, {}, at(account))).catch(ignoreEnded)
      return findCharge(account, ref)
    },

    ...stripeRefunds(stripe),

    async addAccountCustomer({ account, userId }, key) {
      const metadata = { user_id: userId }
      const created = await askTwice(key, (own) =>
        stripe.customers.create({ metadata }, at(account, own)),
      )
      return created.id
    },

    async addPrice({ account, amount, name }, key) {
      const product = await askTwice(`${key}-product`, (own) =>
        stripe.products.create({ name }, at(account, own)),
      )
      const price = await askTwice(key, (own) =>
        stripe.prices.create(
          {
            product: product.id,
            currency: CURRENCY,
            unit_amount: amount,
            recurring: { interval: 'month' },
          },
          at(account, own),
        ),
      )
      return price.id
    },

    async startSubscription({ account, customer, method, price, feePercent, metadata }, key) {
      const subscription = await ask(() =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            default_payment_method: method,
            payment_behavior: 'default_incomplete',
            payment_settings: {
              payment_method_types: CARD,
              save_default_payment_method: 'on_subscription',
            },
            application_fee_percent: feePercent,
            metadata,
            expand: WITH_CHARGE,
          },
          at(account, key),
        ),
      )
      return withCharge(subscription, account)
    },

    async paySubscription({ account, ref, charge, method }, key) {
      const confirm = { payment_method: method, use_stripe_sdk: true }
      await ask(() => stripe.paymentIntents.confirm(charge, confirm, at(account, key))).catch(
        ignoreEnded,
      )
      return findSubscription(account, ref)
    },

    findSubscription,

    async listInvoices(account, subscription) {
      const all = { subscription, limit: MAX_INVOICES, expand: ['data.payments'] }
      const list = async () => (await ask(() => stripe.invoices.list(all, at(account)))).data
      const found = await unlessLeft(list, [])
      return found.filter(({ status }) => status !== 'draft').map(toInvoice)
    },

    async recoverSubscription({ account, attemptId, since }) {
      const subscriptions = stripe.subscriptions.list(
        { ...madeSince(since), status: 'all' },
        at(account),
      )
      return ask(async () => {
        for await (const { id, metadata } of subscriptions)
          if (metadata.attempt_id === attemptId) return findSubscription(account, id)
        return null
      })
    },

    async endSubscription({ account, ref, atPeriodEnd }) {
      if (atPeriodEnd === false) {
        await ask(() => stripe.subscriptions.cancel(ref, {}, at(account))).catch(
          // An ended subscription needs no cancel; a missing one throws in `findSubscription` below.
          (error: unknown) => {
            if (!(error instanceof Unknown || isCode(error, HAS_LEFT))) throw error
          },
        )
        return findSubscription(account, ref)
      }
      const change = { cancel_at_period_end: atPeriodEnd === true, expand: WITH_CHARGE }
      return subscriptionBy(account, ref, () =>
        stripe.subscriptions.update(ref, change, at(account)),
      )
    },

    async setSubscriptionFee({ account, ref, percent }) {
      if (await hasEnded(account, ref)) return
      const change = { application_fee_percent: percent }
      await ask(() => stripe.subscriptions.update(ref, change, at(account)))
    },

    async pauseSubscription({ account, ref, paused }) {
      if (await hasEnded(account, ref)) return
      // `void`: invoices of paused months are not collected later.
      const change = { pause_collection: paused ? { behavior: 'void' as const } : ('' as const) }
      await ask(() => stripe.subscriptions.update(ref, change, at(account)))
    },

    listEvents: (of) => listEvents(stripe, types, of),

    readEvent: (endpoint, body, signature) =>
      verifyEvent(stripe, secrets[endpoint], body, signature),
  }
}

/** Verifies the signature over the raw body, with Stripe's tolerance of five minutes. */
function verifyEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
): ProviderEvent {
  try {
    return toProviderEvent(stripe.webhooks.constructEvent(body, signature, secret))
  } catch (error) {
    throw new BadSignature(String(error))
  }
}

/** Creates a payment method from a token. Returns its id. */
async function makeCard(stripe: Stripe, token: string, key: string): Promise<string> {
  const created = await askTwice(key, (idempotencyKey) =>
    stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey }),
  ).catch(refuseUnknown)
  return created.id
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
