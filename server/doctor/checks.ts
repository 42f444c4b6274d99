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
export const runChecks = async (stripe: Stripe, settings: Settings): Promise<Check[]> => [
  { name: 'keys', problems: keyProblems(settings.payments) },
  {
    name: 'webhook endpoints',
    problems: await readEndpointProblems(stripe, webhookHost(settings)),
  },
  { name: 'wallets', problems: await readWalletProblems(stripe, settings.siteUrl) },
  { name: 'platform account', problems: platformProblems(await stripe.accounts.retrieveCurrent()) },
  { name: 'platform balance', problems: balanceProblems(await stripe.balance.retrieve()) },
  {
    name: 'sellers',
    problems: (await Array.fromAsync(stripe.accounts.list({ limit: 100 }))).flatMap(sellerProblems),
  },
]

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

/** Tickets are paid out after their event, so no account may be paid out by the provider's own rhythm. */
function sellerProblems({ id, type, settings }: Stripe.Account) {
  const interval = settings?.payouts?.schedule.interval
  return [
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
