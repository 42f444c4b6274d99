import type Stripe from 'stripe'
import { toInvoice } from '#server/adapters/stripe/subscription.ts'
import type { Invoice } from '#server/ports/payments.ts'
import { cycleSubscription, finalizeRenewal } from '../billing/cycle.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { expand } from '../core/expand.ts'
import { Failure } from '../core/failures.ts'
import { idOf, type Kind, type Kinds } from '../core/kinds.ts'
import { readShape } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { afterChallenge, expireVoucher, payInStore } from '../payments/attempt.ts'
import { confirm, confirming } from '../payments/confirm.ts'
import { endDispute, escalateInquiry, openDispute, reverseDispute } from '../payments/dispute.ts'
import { warnOfFraud } from '../payments/fraud-warning.ts'
import { failRefund, giveRefundAccount, refund, settleRefund } from '../payments/refund.ts'
import { afterSetupChallenge } from '../payments/setup.ts'
import { type EventName, notify } from '../webhooks/events.ts'
import type { MountedSandbox } from './in-process.ts'

/** What a cardholder does when the bank asks. */
type Challenge = 'passed' | 'failed'

interface DisputeHow {
  amount?: number | undefined
  inquiry?: boolean
}
type Amendment<K extends Kind> = { [P in keyof Kinds[K]]?: Kinds[K][P] | undefined }

const ENDED = ['succeeded', 'canceled']
/** What a buyer pays with whose first card was refused. */
const OTHER_CARD = 'pm_card_visa'
const REFUSED_CARD = 'chargeCustomerFail'

/** What buyers, banks, and people at the provider do: each at once, as tests say so. */
export function createActions({ act, ownerOf }: MountedSandbox) {
  const chargeOf = (scope: Scope, ref: string) =>
    scope.take('charge', idOf(scope.take('payment_intent', ref).latest_charge) ?? '')

  return {
    /** The buyer's browser confirms a charge; does nothing if it is paid or cancelled. */
    confirm: (ref: string, challenge: Challenge = 'passed') =>
      act(ownerOf(ref), (scope) => {
        const before = scope.take('payment_intent', ref)
        if (ENDED.includes(before.status)) return
        const after = before.status === 'requires_action' ? before : confirmed(scope, before)
        if (after.status === 'requires_action') afterChallenge(scope, after, challenge === 'passed')
      }),
    /** The buyer passes the bank's authentication of a card that is being saved. */
    prove: (clientSecret: string) =>
      act('', (scope) => {
        const [id = ''] = clientSecret.split('_secret_')
        afterSetupChallenge(scope, scope.take('setup_intent', id), true)
      }),
    /** The next month of a subscription is due and charged: `amount` yen, or the agreed price. */
    renew: (ref: string, how: 'paid' | 'refused' = 'paid', amount?: number): Invoice =>
      act(ownerOf(ref), (scope) => {
        const { default_payment_method, items } = scope.take('subscription', ref)
        const due = (items.data[0]?.current_period_end ?? 0) * 1000
        return scope.clock.at(Math.max(due, scope.clock.nowMs()), () => {
          if (amount !== undefined) reprice(scope, ref, amount)
          cycleSubscription(scope, ref)
          const id = idOf(scope.take('subscription', ref).latest_invoice) ?? ''
          const collect = () => finalizeRenewal(scope, id)
          if (how === 'paid') collect()
          else withRefusedCard(scope, idOf(default_payment_method) ?? '', collect)
          return toInvoice(expand(scope, scope.take('invoice', id), ['payments']) as Stripe.Invoice)
        })
      }),
    /** A subscription is ended in the provider's dashboard, or at the end of its period. */
    end: (ref: string) =>
      void act(ownerOf(ref), (scope) =>
        endSubscription(scope, scope.take('subscription', ref), 'cancellation_requested'),
      ),
    /** The buyer pays a payment number in a store, also one that is over. */
    payVoucher: (ref: string) => void act(ownerOf(ref), (scope) => payInStore(scope, ref)),
    expireVoucher: (ref: string) => act(ownerOf(ref), (scope) => expireVoucher(scope, ref)),
    /** The buyer names the bank account for a refund, and the bank takes it. */
    takeRefund: (ref: string) =>
      act(ownerOf(ref), (scope) => {
        giveRefundAccount(scope, ref)
        settleRefund(scope, ref)
      }),
    /** A refund in the provider's dashboard. Returns its reference. */
    refundAtProvider: (ref: string, amount: number) =>
      act(ownerOf(ref), (scope) => {
        const how = { amount, reason: null, metadata: {}, withFee: true }
        return { ref: refund(scope, chargeOf(scope, ref), how).id }
      }),
    /** The buyer's bank sends a refund back. */
    failRefund: (ref: string) =>
      act(ownerOf(ref), (scope) => failRefund(scope, scope.take('refund', ref), 'unknown')),
    /** The bank disputes all that is left of a charge, or `amount` of it; an inquiry takes no money. */
    dispute: (ref: string, { amount, inquiry = false }: DisputeHow = {}) =>
      act(ownerOf(ref), (scope) => ({
        ref: openDispute(scope, chargeOf(scope, ref), 'fraudulent', inquiry, amount).id,
      })),
    closeDispute: (ref: string, outcome: 'won' | 'lost') =>
      void act(ownerOf(ref), (scope) => endDispute(scope, scope.take('dispute', ref), outcome)),
    /** The bank takes the money after an inquiry. */
    escalate: (ref: string) =>
      void act(ownerOf(ref), (scope) => escalateInquiry(scope, scope.take('dispute', ref))),
    /** The bank decides for the seller after all. */
    reverse: (ref: string) =>
      void act(ownerOf(ref), (scope) => reverseDispute(scope, scope.take('dispute', ref))),
    /** The card's issuer reports a payment as fraudulent. */
    warnOfFraud: (ref: string) =>
      act(ownerOf(ref), (scope) => ({ ref: warnOfFraud(scope, chargeOf(scope, ref)).id })),
    /** The provider lists an event about an object, and delivers it to nobody. Returns its id. */
    happened: (type: EventName, object: { object: string; id: string }, account: string) =>
      act(account, (scope) => notify(scope, type, object)),
    /** Shows an object otherwise from now on: a fact that is late, or one that nobody expects. */
    amend: <K extends Kind>(kind: K, ref: string, change: Amendment<K>) =>
      act(ownerOf(ref), (scope) => {
        const before = scope.take(kind, ref)
        scope.put<K>({ ...before, ...change } as Kinds[K])
        return before
      }),
  }
}

function confirmed(scope: Scope, intent: Kinds['payment_intent']): Kinds['payment_intent'] {
  const payment_method = idOf(intent.payment_method) ?? OTHER_CARD
  try {
    return confirm(scope, intent, readShape(confirming, { payment_method }), true)
  } catch (error) {
    if (error instanceof Failure && error.keepsWork) return scope.take('payment_intent', intent.id)
    throw error
  }
}

function reprice(scope: Scope, ref: string, unit_amount: number): void {
  const subscription = scope.take('subscription', ref)
  const { items } = subscription
  const data = items.data.map((item) => ({ ...item, price: { ...item.price, unit_amount } }))
  scope.put<'subscription'>({ ...subscription, items: { ...items, data } })
}

function withRefusedCard(scope: Scope, method: string, work: () => void): void {
  const card = scope.hidden(method)
  const saved = scope.take('payment_method', method)
  scope.put<'payment_method'>(saved, { card: REFUSED_CARD })
  work()
  scope.put<'payment_method'>(scope.take('payment_method', method), card)
}
