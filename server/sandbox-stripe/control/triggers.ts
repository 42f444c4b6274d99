import { invalid } from '../core/failures.ts'
import type { Scope } from '../core/scope.ts'
import { leftOver } from '../pages/onboarding.ts'
import {
  askedAgain,
  capabilityStatuses,
  onboarded,
  underReview,
  writeAccount,
} from '../payments/account.ts'
import { expireVoucher, payInStore } from '../payments/attempt.ts'
import { cancelIntent } from '../payments/cancel.ts'
import { endDispute, escalateInquiry, openDispute, reverseDispute } from '../payments/dispute.ts'
import { warnOfFraud } from '../payments/fraud-warning.ts'
import { giveBack } from '../payments/payout.ts'
import { failRefund, giveRefundAccount } from '../payments/refund.ts'
import { emitDeauthorized } from '../webhooks/events.ts'

type Trigger = (scope: Scope, params: Record<string, string>) => object

/** Actions of people and banks at Stripe, applied at once. `account`: the seller. */
export const triggers: Record<string, Trigger> = {
  complete_onboarding: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, onboarded(account, []))
  },
  require_more: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, onboarded(account, leftOver))
  },
  /** Requests a document again with a deadline in days; the account stays enabled. */
  ask_again: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, askedAgain(account, scope.now()))
  },
  review: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, underReview(account))
  },
  disconnect: (scope) => {
    const account = takeSeller(scope)
    scope.as('').put<'account'>(account, { deleted: true })
    emitDeauthorized(scope)
    return { id: account.id, disconnected: true }
  },
  stop_charges: (scope) => stopCharges(scope, true),
  allow_charges: (scope) => stopCharges(scope, false),
  set_capability: (scope, { capability = '', status = '' }) => {
    const known = capabilityStatuses.find((one) => one === status)
    if (!known) throw invalid('status?')
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, {
      capabilities: { ...account.capabilities, [capability]: known },
    })
  },
  expire_intent: (scope, { payment_intent = '' }) =>
    cancelIntent(scope, scope.take('payment_intent', payment_intent), 'automatic'),
  /** Pays a payment number in a store, also one that is over. */
  pay_voucher: (scope, { payment_intent = '' }) => payInStore(scope, payment_intent),
  expire_voucher: (scope, { payment_intent = '' }) => {
    expireVoucher(scope, payment_intent)
    return scope.take('payment_intent', payment_intent)
  },
  give_refund_account: (scope, { refund = '' }) => giveRefundAccount(scope, refund),
  open_dispute: (scope, { charge = '', reason = 'fraudulent', inquiry }) =>
    openDispute(scope, scope.take('charge', charge), reason, inquiry === 'true'),
  win_dispute: (scope, { dispute = '' }) =>
    endDispute(scope, scope.take('dispute', dispute), 'won'),
  lose_dispute: (scope, { dispute = '' }) =>
    endDispute(scope, scope.take('dispute', dispute), 'lost'),
  escalate_inquiry: (scope, { dispute = '' }) =>
    escalateInquiry(scope, scope.take('dispute', dispute)),
  reverse_dispute: (scope, { dispute = '' }) =>
    reverseDispute(scope, scope.take('dispute', dispute)),
  warn_of_fraud: (scope, { charge = '' }) => warnOfFraud(scope, scope.take('charge', charge)),
  fail_refund: (scope, { refund = '' }) => {
    failRefund(scope, scope.take('refund', refund), 'unknown')
    return scope.take('refund', refund)
  },
  fail_payout: (scope, { payout = '' }) => failPayout(scope, payout),
}

function failPayout(scope: Scope, id: string) {
  const payout = scope.take('payout', id)
  if (payout.status !== 'pending' && payout.status !== 'paid')
    throw invalid(`the payout is ${payout.status}`)
  return giveBack(scope, payout, 'failed')
}

const takeSeller = (scope: Scope) => scope.as('').take('account', scope.account, 'account')

function stopCharges(scope: Scope, chargesStopped: boolean) {
  const account = takeSeller(scope)
  const platform = scope.as('')
  platform.put<'account'>(account, { chargesStopped })
  return writeAccount(platform, account, {})
}
