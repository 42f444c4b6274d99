import type Stripe from 'stripe'
import {
  type AttemptLookup,
  type Invoice,
  type NewPrice,
  type NewSubscription,
  type Payments,
  type ProviderSubscription,
  Unknown,
} from '#server/ports/payments.ts'
import { CARD } from './cards.ts'
import { CURRENCY, findCharge, madeSince } from './charges.ts'
import { ask, askTwice, HAS_LEFT, ignoreEnded, inAccount, isCode, unlessLeft } from './client.ts'
import { intentOf, toInvoice, toSubscription, WITH_CHARGE } from './subscription.ts'

/** Eight years of monthly invoices; older ones are recorded long ago. */
const MAX_INVOICES = 100

type Subscriptions = Pick<
  Payments,
  | 'addPrice'
  | 'startSubscription'
  | 'paySubscription'
  | 'findSubscription'
  | 'listInvoices'
  | 'recoverSubscription'
  | 'endSubscription'
  | 'voidInvoices'
  | 'setSubscriptionFee'
  | 'setSubscriptionPrice'
  | 'pauseSubscription'
>
type Input<K extends keyof Subscriptions> = Parameters<Subscriptions[K]>[0]

/** Subscriptions in the sellers' accounts, each of one monthly price. */
export const stripeSubscriptions = (stripe: Stripe): Subscriptions => ({
  addPrice: (price, key) => addPrice(stripe, price, key),
  startSubscription: (subscription, key) => startSubscription(stripe, subscription, key),
  paySubscription: (first, key) => paySubscription(stripe, first, key),
  findSubscription: (account, ref) => findSubscription(stripe, account, ref),
  listInvoices: (account, subscription) => listInvoices(stripe, account, subscription),
  recoverSubscription: (attempt) => recoverSubscription(stripe, attempt),
  endSubscription: (end) => endSubscription(stripe, end),
  voidInvoices: (of) => voidInvoices(stripe, of),
  setSubscriptionFee: ({ account, ref, percent }) =>
    changeUnlessEnded(stripe, account, ref, () => ({ application_fee_percent: percent })),
  // The month that is paid stays as it is.
  setSubscriptionPrice: ({ account, ref, price }) =>
    changeUnlessEnded(stripe, account, ref, ({ items }) => ({
      items: items.data.map(({ id }) => ({ id, price })),
      proration_behavior: 'none',
    })),
  // `void`: invoices of paused months are not collected later.
  pauseSubscription: ({ account, ref, paused }) =>
    changeUnlessEnded(stripe, account, ref, () => ({
      pause_collection: paused ? { behavior: 'void' } : '',
    })),
})

async function addPrice(stripe: Stripe, { account, amount, name }: NewPrice, key: string) {
  const product = await askTwice(`${key}-product`, (own) =>
    stripe.products.create({ name }, inAccount(account, own)),
  )
  const price = await askTwice(key, (own) =>
    stripe.prices.create(
      {
        product: product.id,
        currency: CURRENCY,
        unit_amount: amount,
        recurring: { interval: 'month' },
      },
      inAccount(account, own),
    ),
  )
  return price.id
}

async function startSubscription(stripe: Stripe, subscription: NewSubscription, key: string) {
  const { account, customer, method, price, feePercent, metadata } = subscription
  const started = await ask(() =>
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
      inAccount(account, key),
    ),
  )
  return withCharge(stripe, started, account)
}

async function paySubscription(stripe: Stripe, first: Input<'paySubscription'>, key: string) {
  const { account, ref, charge, method } = first
  const confirm = { payment_method: method, use_stripe_sdk: true }
  await ask(() => stripe.paymentIntents.confirm(charge, confirm, inAccount(account, key))).catch(
    ignoreEnded,
  )
  return findSubscription(stripe, account, ref)
}

const findSubscription = (stripe: Stripe, account: string, ref: string) =>
  subscriptionBy(stripe, account, ref, () =>
    stripe.subscriptions.retrieve(ref, { expand: WITH_CHARGE }, inAccount(account)),
  )

/** The subscription that a call returns; of an account that has left, an abandoned one. */
const subscriptionBy = (
  stripe: Stripe,
  account: string,
  ref: string,
  call: () => Promise<Stripe.Subscription>,
): Promise<ProviderSubscription> =>
  unlessLeft(async () => withCharge(stripe, await ask(call), account), abandoned(account, ref))

async function withCharge(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  account: string,
): Promise<ProviderSubscription> {
  const intent = intentOf(subscription)
  return toSubscription(
    subscription,
    account,
    intent ? await findCharge(stripe, account, intent) : null,
  )
}

async function listInvoices(
  stripe: Stripe,
  account: string,
  subscription: string,
): Promise<Invoice[]> {
  const all = { subscription, limit: MAX_INVOICES, expand: ['data.payments'] }
  const list = async () => (await ask(() => stripe.invoices.list(all, inAccount(account)))).data
  const invoices = await unlessLeft(list, [])
  return invoices.filter(({ status }) => status !== 'draft').map(toInvoice)
}

async function recoverSubscription(
  stripe: Stripe,
  { account, attemptId, since }: AttemptLookup,
): Promise<ProviderSubscription | null> {
  const subscriptions = stripe.subscriptions.list(
    { ...madeSince(since), status: 'all' },
    inAccount(account),
  )
  return ask(async () => {
    for await (const { id, metadata } of subscriptions)
      if (metadata.attempt_id === attemptId) return findSubscription(stripe, account, id)
    return null
  })
}

async function endSubscription(
  stripe: Stripe,
  { account, ref, atPeriodEnd }: Input<'endSubscription'>,
): Promise<ProviderSubscription> {
  if (atPeriodEnd === false) {
    await ask(() => stripe.subscriptions.cancel(ref, {}, inAccount(account))).catch(
      // An ended subscription needs no cancel; a missing one throws in `findSubscription` below.
      (error: unknown) => {
        if (!(error instanceof Unknown || isCode(error, HAS_LEFT))) throw error
      },
    )
    return findSubscription(stripe, account, ref)
  }
  const change = { cancel_at_period_end: atPeriodEnd === true, expand: WITH_CHARGE }
  return subscriptionBy(stripe, account, ref, () =>
    stripe.subscriptions.update(ref, change, inAccount(account)),
  )
}

async function voidInvoices(stripe: Stripe, { account, ref }: Input<'voidInvoices'>) {
  const open = { subscription: ref, status: 'open', limit: MAX_INVOICES } as const
  const list = async () => (await ask(() => stripe.invoices.list(open, inAccount(account)))).data
  const listed = await unlessLeft(list, [])
  const failures: unknown[] = []
  for (const { id = '' } of listed)
    await ask(() => stripe.invoices.voidInvoice(id, {}, inAccount(account))).catch(
      (error: unknown) => failures.push(error),
    )
  // One that was paid or voided meanwhile is no failure.
  if (failures.length > 0 && (await unlessLeft(list, [])).length > 0) throw failures[0]
}

async function changeUnlessEnded(
  stripe: Stripe,
  account: string,
  ref: string,
  changeOf: (subscription: Stripe.Subscription) => Stripe.SubscriptionUpdateParams,
): Promise<void> {
  const subscription = await ask(() => stripe.subscriptions.retrieve(ref, {}, inAccount(account)))
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return
  await ask(() => stripe.subscriptions.update(ref, changeOf(subscription), inAccount(account)))
}

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
