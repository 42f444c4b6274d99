import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { balances, book } from './money.ts'
import { nextPayoutDay } from './payout-days.ts'

type Payout = Stripe.Payout
const DAY = 86_400
/** Duration of a bank transfer. */
const DAYS_TO_ARRIVE = 2

export interface PayoutParams {
  amount: number
  automatic: boolean
  description?: string | null | undefined
  metadata?: Record<string, string>
  statement_descriptor?: string | undefined
}

/** Creates a payout of available money to the account's bank. */
export function payOut(scope: Scope, params: PayoutParams): Payout {
  const { available } = balances(scope)
  if (scope.account && !scope.as('').take('account', scope.account).payouts_enabled)
    throw invalid('Payouts are not allowed: the account has requirements that are due.', {
      code: 'payouts_not_allowed',
    })
  if (params.amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  if (params.amount > available)
    throw invalid(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.',
      { code: 'balance_insufficient' },
    )
  const id = scope.newId('payout')
  const entry = book(scope, {
    amount: -params.amount,
    currency: 'jpy',
    type: 'payout',
    category: 'payout',
    source: id,
    description: 'STRIPE PAYOUT',
    atOnce: true,
  })
  const payout = scope.put<'payout'>(payoutOf(scope, id, entry.id, params))
  emit<'payout'>(scope, 'payout.created', payout)
  later(scope, 'arrive_payout', id, payout.arrival_date)
  return payout
}

export function arrive(scope: Scope, id: string): void {
  const payout = scope.take('payout', id)
  if (payout.status !== 'pending') return
  const paid = scope.put<'payout'>({ ...payout, status: 'paid' })
  emit<'payout'>(scope, 'payout.updated', paid, { status: payout.status })
  emit<'payout'>(scope, 'payout.paid', paid)
}

/** Returns a payout: canceled by the seller, or rejected by the bank, even days later. */
export function giveBack(scope: Scope, payout: Payout, why: 'canceled' | 'failed'): Payout {
  const entry = book(scope, {
    amount: payout.amount,
    currency: payout.currency,
    type: why === 'canceled' ? 'payout_cancel' : 'payout_failure',
    category: 'payout_reversal',
    source: payout.id,
    atOnce: true,
  })
  const after = scope.put<'payout'>({
    ...payout,
    status: why,
    failure_balance_transaction: entry.id,
    ...(why === 'failed'
      ? { failure_code: 'account_closed', failure_message: 'The bank account has been closed.' }
      : {}),
  })
  emit<'payout'>(scope, `payout.${why}`, after)
  return after
}

/** Automatic payout of accounts with a schedule. */
export function payOutByRhythm(scope: Scope, account: string): void {
  const { settings } = scope.as('').take('account', account)
  if (settings?.payouts?.schedule.interval === 'manual') return
  const { available } = balances(scope)
  if (available > 0 && scope.as('').take('account', account).payouts_enabled)
    payOut(scope, { amount: available, automatic: true })
  schedulePayouts(scope.as(''), account)
}

/** Schedules an account's next payout; none if payouts are manual. */
export function schedulePayouts(platform: Scope, id: string): void {
  const account = platform.take('account', id)
  platform.db.prepare("delete from job where kind = 'schedule_payout' and subject = ?").run(id)
  if (account.settings?.payouts?.schedule.interval !== 'manual')
    later(platform.as(id), 'schedule_payout', id, nextPayoutDay(account, platform.now()))
}

const payoutOf = (scope: Scope, id: string, entry: string, params: PayoutParams): Payout => ({
  id,
  object: 'payout',
  amount: params.amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: Math.floor(scope.now() / DAY + DAYS_TO_ARRIVE) * DAY,
  automatic: params.automatic,
  balance_transaction: entry,
  created: scope.now(),
  currency: 'jpy',
  description: params.description ?? (params.automatic ? 'STRIPE PAYOUT' : null),
  destination: newId('ba'),
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: params.metadata ?? {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: params.automatic ? 'completed' : 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: params.statement_descriptor ?? null,
  status: 'pending',
  trace_id: { status: 'pending', value: null },
  type: 'bank_account',
})
