import { later } from '../core/jobs.ts'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { change } from '../webhooks/events.ts'
import { collect, defaultMethod, finalize } from './collect.ts'
import { endSubscription, expire, hasEnded, voidInvoice } from './end-subscription.ts'
import { draftInvoice } from './invoice.ts'
import { subscriptionOf } from './outcome.ts'
import { endAfter, periodEnd } from './period.ts'

type Subscription = Kinds['subscription']
type Invoice = Kinds['invoice']
const HOUR = 3_600
const DAY = 86_400
/** A renewal invoice is a draft for an hour. */
export const DRAFT_SECONDS = HOUR
/** Time limit of a first payment. */
export const INCOMPLETE_SECONDS = 23 * HOUR

/** End of a period: starts the next one, or ends the subscription. */
export function cycleSubscription(scope: Scope, id: string): void {
  const subscription = scope.find('subscription', id)
  if (!subscription || hasEnded(subscription) || subscription.status === 'incomplete') return
  const ends = periodEnd(subscription)
  if (ends > scope.now()) return
  if (subscription.cancel_at_period_end) {
    endSubscription(scope, subscription, 'cancellation_requested')
    return
  }
  const next = nextPeriod(subscription, ends)
  const unpaid = subscription.status === 'unpaid'
  const invoice = draftInvoice(scope, next, 'subscription_cycle')
  change<'subscription'>(
    scope,
    subscription,
    { items: next.items, latest_invoice: invoice.id },
    'customer.subscription.updated',
  )
  if (subscription.pause_collection) voidInvoice(scope, invoice)
  else if (!unpaid) later(scope, 'finalize_invoice', invoice.id, scope.now() + DRAFT_SECONDS)
  later(scope, 'cycle_subscription', id, periodEnd(next))
}

function nextPeriod(subscription: Subscription, start: number): Subscription {
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: endAfter(
      subscription.billing_cycle_anchor,
      defined(item.price.recurring, 'the rhythm of a price in a subscription'),
      start,
    ),
  }))
  return { ...subscription, items: { ...subscription.items, data: items } }
}

export function expireSubscription(scope: Scope, id: string): void {
  const subscription = scope.find('subscription', id)
  if (subscription?.status === 'incomplete') expire(scope, subscription)
}

/** Finalizes a draft after its hour. */
export function finalizeRenewal(scope: Scope, id: string): void {
  const invoice = scope.find('invoice', id)
  if (invoice?.status !== 'draft') return
  tryRenewal(scope, finalize(scope, invoice), 0)
}

export function retryRenewal(scope: Scope, id: string): void {
  const invoice = scope.find('invoice', id)
  if (invoice?.status !== 'open' || !invoice.next_payment_attempt) return
  if (invoice.next_payment_attempt <= scope.now())
    tryRenewal(scope, invoice, scope.hidden(id).retries ?? 0)
}

/** The `n`-th attempt; the next one is scheduled beforehand, as the event contains its time. */
function tryRenewal(scope: Scope, invoice: Invoice, n: number): void {
  if (invoice.status !== 'open') return
  const subscription = subscriptionOf(scope, invoice)
  if (!subscription || hasEnded(subscription)) return
  const days = scope.settings.retry_after_days[n]
  const first = invoice.status_transitions.finalized_at ?? scope.now()
  const next = days === undefined ? null : first + days * DAY
  const tried = scope.put<'invoice'>({ ...invoice, next_payment_attempt: next }, { retries: n + 1 })
  collect(scope, tried, defaultMethod(scope, tried), true)
  if (scope.take('invoice', invoice.id).status !== 'open') return
  if (next !== null) later(scope, 'retry_invoice', invoice.id, next)
  else giveUp(scope, scope.take('invoice', invoice.id))
}

function giveUp(scope: Scope, invoice: Invoice): void {
  scope.put<'invoice'>({ ...invoice, auto_advance: false })
  const subscription = subscriptionOf(scope, invoice)
  const { after_retries: then } = scope.settings
  if (!subscription || then === 'past_due') return
  if (then === 'cancel') endSubscription(scope, subscription, 'payment_failed')
  else
    change<'subscription'>(
      scope,
      subscription,
      { status: 'unpaid' },
      'customer.subscription.updated',
    )
}
