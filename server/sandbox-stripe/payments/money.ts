import type Stripe from 'stripe'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'

/** The provider's fee for a card payment in Japan. */
const PROVIDER_RATE = 0.036
/** The provider's fee for a dispute in yen, not refunded. */
export const DISPUTE_FEE = 1_300
const DAY = 86_400
/** Card payments become available after four days. */
const DAYS_UNTIL_AVAILABLE = 4

/** The platform, which receives every application fee. */
export const APPLICATION = 'ca_SandboxPlatform'

export const providerFee = (amount: number) => Math.round(amount * PROVIDER_RATE)

export const stripeFee = (amount: number): Stripe.BalanceTransaction.FeeDetail => ({
  amount,
  application: null,
  currency: 'jpy',
  description: 'Stripe processing fees',
  type: 'stripe_fee',
})
export const applicationFee = (amount: number): Stripe.BalanceTransaction.FeeDetail => ({
  amount,
  application: APPLICATION,
  currency: 'jpy',
  description: 'application fee',
  type: 'application_fee',
})

/** Writes a balance transaction: `amount` gross, less the fee details. */
export function book(
  scope: Scope,
  entry: {
    amount: number
    currency: string
    type: Stripe.BalanceTransaction.Type
    category: string
    source: string
    fees?: Stripe.BalanceTransaction.FeeDetail[]
    description?: string | null
    atOnce?: boolean
  },
): Stripe.BalanceTransaction {
  const { amount, currency, fees = [] } = entry
  const now = scope.now()
  const fee = fees.reduce((sum, detail) => sum + detail.amount, 0)
  const available = Math.floor(now / DAY) * DAY + DAYS_UNTIL_AVAILABLE * DAY
  return scope.put<'balance_transaction'>({
    id: scope.newId('balance_transaction'),
    object: 'balance_transaction',
    amount,
    available_on: entry.atOnce ? now : available,
    balance_type: 'payments',
    created: now,
    currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fees.map((detail) => ({ ...detail, currency })),
    net: amount - fee,
    reporting_category: entry.category,
    source: entry.source,
    status: entry.atOnce ? 'available' : 'pending',
    type: entry.type,
  })
}

/** Current status: pending becomes available by time alone. */
export const asOfNow = (
  scope: Scope,
  entry: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction => ({
  ...entry,
  status: entry.available_on <= scope.now() ? 'available' : 'pending',
})

export function balances(scope: Scope): { available: number; pending: number } {
  const sums = scope.db
    .prepare<[{ now: number; account: string }], { available: number; pending: number }>(
      `select
         coalesce(sum(case when json_extract(data, '$.available_on') <= :now
           then json_extract(data, '$.net') end), 0) as available,
         coalesce(sum(case when json_extract(data, '$.available_on') > :now
           then json_extract(data, '$.net') end), 0) as pending
       from object where account = :account and kind = 'balance_transaction'`,
    )
    .get({ now: scope.now(), account: scope.account })
  return defined(sums, 'the sums of the balance')
}
