import type Stripe from 'stripe'
import { readWalletProblems } from '#server/adapters/stripe/wallet-domain.ts'
import { readEndpointProblems } from '#server/adapters/stripe/webhook-endpoints.ts'
import type { Config } from '#server/config/config.ts'

/** One group of settings at the payment provider, and what is wrong with them, in words. */
export interface Check {
  name: string
  problems: string[]
}

type Settings = Pick<Config, 'payments' | 'siteUrl' | 'port'>

/** Reads the settings on which the site relies. Throws the SDK's errors. */
export async function runChecks(stripe: Stripe, settings: Settings): Promise<Check[]> {
  const sellers = await Array.fromAsync(stripe.accounts.list({ limit: 100 }))
  return [
    { name: 'keys', problems: keyProblems(settings.payments) },
    {
      name: 'webhook endpoints',
      problems: await readEndpointProblems(stripe, webhookHost(settings)),
    },
    { name: 'wallets', problems: await readWalletProblems(stripe, settings.siteUrl) },
    { name: 'payment methods', problems: await readMethodProblems(stripe, sellers) },
    {
      name: 'platform account',
      problems: platformProblems(await stripe.accounts.retrieveCurrent()),
    },
    { name: 'platform balance', problems: balanceProblems(await stripe.balance.retrieve()) },
    { name: 'sellers', problems: sellers.flatMap(sellerProblems) },
  ]
}

/** The methods of payment that the texts name. */
const METHODS = ['card', 'apple_pay', 'google_pay', 'konbini'] as const

/**
 * Payments are in the sellers' accounts, and their settings are children of one that the platform has for all and no API
 * reads. Sellers have no page on which they could change theirs, so that of one tells it. Before the first: the platform's.
 */
async function readMethodProblems(stripe: Stripe, sellers: Stripe.Account[]): Promise<string[]> {
  const charging = sellers.filter(({ charges_enabled }) => charges_enabled)
  const [seller] = charging
  const { data } = await stripe.paymentMethodConfigurations.list(
    { limit: 100 },
    seller && { stripeAccount: seller.id },
  )
  const usual = data.find(({ is_default, active }) => is_default && active)
  if (!usual) return ['there is no default configuration of payment methods']
  const isOn = (name: (typeof METHODS)[number] | 'link') =>
    usual[name]?.display_preference.value === 'on'
  const takesKonbini = charging.some((one) => one.capabilities?.konbini_payments === 'active')
  return [
    ...METHODS.filter((name) => !isOn(name)).map((name) => `${name} is off`),
    isOn('link') && 'link is on, which no text names',
    seller !== undefined &&
      !takesKonbini &&
      'konbini_payments is active for no seller: no ticket can be paid in a store',
  ].filter((problem) => problem !== false)
}

/** The server registers its own address with the sandbox. */
const webhookHost = ({ payments, siteUrl, port }: Settings) =>
  payments.provider === 'sandbox' ? `http://127.0.0.1:${port}` : siteUrl

const isTestKey = (key: string) => /^(sk|rk|pk)_test_/.test(key)

function keyProblems({ secretKey, publishableKey, webhookSecrets }: Config['payments']) {
  const { platform, connect } = webhookSecrets
  return [
    isTestKey(secretKey) !== isTestKey(publishableKey) &&
      'one of STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY is a test key, the other is live',
    platform !== '' &&
      platform === connect &&
      'STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET are the same',
  ].filter((problem) => problem !== false)
}

const platformProblems = ({ country, charges_enabled, payouts_enabled }: Stripe.Account) =>
  [
    country !== 'JP' && `the account is in ${country}, and not in JP`,
    !charges_enabled && 'the account may not charge: finish its verification',
    !payouts_enabled && 'the account gets no payouts: finish its verification',
  ].filter((problem) => problem !== false)

/** Refunded fees are taken from the platform's balance. */
export const balanceProblems = ({ available }: Pick<Stripe.Balance, 'available'>) =>
  available
    .filter(({ amount }) => amount < 0)
    .map(({ amount, currency }) => `${amount} ${currency}: refunds of our fee may fail, add funds`)

/**
 * Tickets are paid out after their event, so no account may be paid out by the provider's own rhythm. The terms say that
 * later sales fill a negative balance, and that the platform pays what they do not.
 */
function sellerProblems(account: Stripe.Account) {
  const { id, type, settings, controller, charges_enabled, capabilities = {} } = account
  const interval = settings?.payouts?.schedule.interval
  const missing = (['card_payments', 'transfers'] as const).filter(
    (name) => charges_enabled && capabilities[name] !== 'active',
  )
  return [
    ...missing.map((name) => `${id} has no active capability ${name}`),
    charges_enabled &&
      capabilities.konbini_payments === undefined &&
      `${id} has not requested konbini_payments: a running server does within a day`,
    controller?.losses?.payments !== 'application' &&
      `${id} has its losses borne by Stripe, and not by the platform`,
    settings?.payouts?.debit_negative_balances === true &&
      `${id} has a negative balance taken from its bank account`,
    type !== 'custom' && `${id} is of the type ${type}, and not custom`,
    !settings?.payments.statement_descriptor &&
      `${id} has no statement descriptor: the seller's own name may stand on statements`,
    interval !== 'manual' && `${id} is paid out ${interval}, and not manually`,
  ].filter((problem) => problem !== false)
}

/** Report for people. */
export const doctorReport = (checks: Check[]): string =>
  [
    ...checks.map(({ name, problems }) =>
      [
        `${problems.length === 0 ? 'ok ' : 'BAD'} ${name}`,
        ...problems.map((one) => `    ${one}`),
      ].join('\n'),
    ),
    '',
    'No API tells the other settings: look at them as docs/going-live.md says, chapter 2.',
  ].join('\n')
