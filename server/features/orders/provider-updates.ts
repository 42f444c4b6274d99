import { untouchedFor } from '#server/db/clocks.ts'
import { pagesOf } from '#server/db/page-window.ts'
import { WebhookWork } from '#server/features/payments/webhook-intake.ts'
import { finishWebhookEvent } from '#server/features/payments/webhook-queries.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type Charge, type ProviderEvent, Unknown } from '#server/ports/payments.ts'
import * as attemptQuery from './checkout/payment-attempt-queries.ts'
import type { Submitted } from './checkout/payment-attempts.ts'
import * as attempts from './checkout/payment-attempts.ts'
import * as outcomes from './checkout/payment-outcome.ts'
import { chargeOutcome, type HoldTimes, holdTimes } from './checkout/policy.ts'
import * as query from './checkout/queries.ts'
import * as sales from './checkout/service.ts'
import * as disputes from './disputes/service.ts'
import * as warnings from './disputes/warnings.ts'
import * as unbookedSales from './ledger/unbooked-sales.ts'
import type { SaleDeps } from './product.ts'
import * as refunds from './refunds/service.ts'

/**
 * Age from which an unfinished attempt is looked up: the browser may be gone, and the webhook lost. Payment numbers are
 * many, and open for days.
 */
const QUIET_MS = [
  ['card', 15_000],
  ['voucher', 10 * 60_000],
] as const
/** Interval between lookups of a missing balance transaction, in case its webhook is lost. */
const UNBOOKED_QUIET_MS = 10 * 60_000
const BATCH_SIZE = 50

/** Called when an object of a seller's account changed; loads its current state from the provider. */
export type ProviderUpdateHandler = (
  deps: SaleDeps,
  at: { account: string; ref: string },
) => Promise<unknown>
/** Handlers of the objects that orders do not know, by the provider's object type. */
export type OtherUpdates = Record<string, ProviderUpdateHandler>

/** The outbox job of a webhook event. It loads the object's current state, so order and repetition do not matter. */
export async function handleEvent(deps: SaleDeps, others: OtherUpdates, payload: unknown) {
  const providerEvent = WebhookWork.parse(payload)
  await onProviderUpdate(deps, others, providerEvent)
  await finishWebhookEvent(deps.db, providerEvent.id, isoNow(deps))
}

async function onProviderUpdate(
  deps: SaleDeps,
  others: OtherUpdates,
  { account, object: { kind, ref } }: ProviderEvent,
): Promise<void> {
  if (account === null) return
  if (kind === 'payment_intent') await onPaymentUpdate(deps, account, ref)
  if (kind === 'refund')
    await refunds.onProviderUpdate(deps, await deps.payments.findRefund(account, ref))
  if (kind === 'dispute')
    await disputes.onProviderUpdate(deps, await deps.payments.findDispute(account, ref))
  if (kind === 'radar.early_fraud_warning')
    await warnings.onProviderUpdate(deps, await deps.payments.findFraudWarning(account, ref))
  await others[kind]?.(deps, { account, ref })
}

async function onPaymentUpdate(deps: SaleDeps, account: string, ref: string): Promise<unknown> {
  const attempt = await attemptQuery.findAttemptByIntent(deps.db, ref)
  if (attempt && attempt.account_ref !== account)
    return deps.log.warn({ account }, 'webhook event of another account')
  if (attempt?.unbooked_at) return unbookedSales.retrieve(deps, attempt)
  // A renewal: handled by the event of its invoice.
  if (attempt?.invoice_ref) return
  if (attempt) return outcomes.sync(deps, attempt)
  const charge = await deps.payments.findCharge(account, ref)
  if (!charge.metadata.order_id || (await dropLost(deps, charge))) return
  // Ours, but its id is not stored yet: the webhook was faster than the create call. The outbox retries.
  throw new Error('a payment that is not known yet')
}

/**
 * Cancels a charge whose attempt ended before its id was stored, as nobody was told how to pay it. False if it is of
 * another attempt, or paid.
 */
async function dropLost({ db, payments }: SaleDeps, { account, ref, metadata }: Charge) {
  const attempt = await attemptQuery.findAttempt(db, metadata.attempt_id ?? '')
  if (!attempt || attempt.intent_ref !== null || attempts.isUnfinished(attempt)) return false
  return chargeOutcome(await payments.cancelCharge(account, ref)) === 'failed'
}

/** Looks up payments without events, and releases expired orders. */
export async function sweep(deps: SaleDeps) {
  const { db, clock } = deps
  const now = clock.now()
  for (const [by, quietMs] of QUIET_MS)
    for (const attempt of await attemptQuery.listUnfinished(
      db,
      by,
      untouchedFor(now, quietMs),
      BATCH_SIZE,
    ))
      await safely(deps, attempt.id, () => observe(deps, attempt))
  const unbooked = untouchedFor(now, UNBOOKED_QUIET_MS)
  for (const attempt of await attemptQuery.listUnbooked(db, unbooked, BATCH_SIZE))
    await safely(deps, attempt.id, () => unbookedSales.retrieve(deps, attempt))
  const times = holdTimes(now)
  await query.shortenHolds(db, times)
  await releaseExpired(deps, times)
  await refunds.sweep(deps)
}

async function observe(deps: SaleDeps, attempt: Submitted<attemptQuery.AttemptWithOrder>) {
  // First, so that an attempt whose lookup fails goes to the end of the queue.
  await attempts.touch(deps, attempt)
  // The order is closed: the attempt must not be paid any more.
  await (attempt.order_state === 'open'
    ? outcomes.sync(deps, attempt)
    : outcomes.cancel(deps, attempt))
}

/** Pages by id, so that orders which cannot be released do not block the others. */
async function releaseExpired(deps: SaleDeps, times: HoldTimes) {
  const list = (after: string) => query.listExpired(deps.db, times, after, BATCH_SIZE)
  for await (const orders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const order of orders)
      await safely(deps, order.id, () => sales.release(deps, order, 'lapsed'))
}

/** A failure is logged and does not stop the sweep. */
async function safely({ log }: SaleDeps, id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    const unknown = error instanceof Unknown
    log.error({ id, error: String(error), unknown }, 'a payment could not be looked up')
  }
}
