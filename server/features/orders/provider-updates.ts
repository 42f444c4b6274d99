import { untouchedFor } from '#server/db/clocks.ts'
import { pagesOf } from '#server/db/pages.ts'
import { WebhookWork } from '#server/features/payments/webhook-intake.ts'
import { finishWebhookEvent } from '#server/features/payments/webhook-queries.ts'
import { type ProviderEvent, Unknown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { createAttempts, type Submitted } from './checkout/attempts.ts'
import { type HoldTimes, holdTimes } from './checkout/policy.ts'
import * as query from './checkout/queries.ts'
import type { Sales } from './checkout/service.ts'
import type { Disputes } from './disputes/service.ts'
import { createUnbookedSales } from './ledger/unbooked-sales.ts'
import type { Refunds } from './refunds/service.ts'

/** Age from which an unfinished attempt is looked up: the browser may be gone, and the webhook lost. */
const QUIET_MS = 15_000
/** Interval between lookups of a missing balance transaction, in case its webhook is lost. */
const UNBOOKED_QUIET_MS = 10 * 60_000
const BATCH_SIZE = 50

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>
interface Watched {
  sales: Sales
  refunds: Refunds
  disputes: Disputes
  /** Handlers of the other objects of a seller's account, by the provider's object type. */
  others?: Record<string, ProviderUpdateHandler>
}
/** Called when an object of a seller's account changed; loads its current state from the provider. */
export type ProviderUpdateHandler = (at: { account: string; ref: string }) => Promise<unknown>

/** Processes webhook events of payments, and sweeps payments whose events are missing. */
export function createProviderUpdates(
  deps: WatchDeps,
  { sales, refunds, disputes, others = {} }: Watched,
) {
  const { db, clock, log, payments } = deps
  const { touch } = createAttempts(deps)
  const unbookedSales = createUnbookedSales(deps)

  async function onProviderUpdate({ account, object }: ProviderEvent): Promise<void> {
    if (account === null) return
    if (object.kind === 'payment_intent') {
      const attempt = await query.findAttemptByIntent(db, object.ref)
      if (attempt && attempt.account_ref !== account)
        return log.warn({ account }, 'webhook event of another account')
      if (attempt?.unbooked_at) return unbookedSales.retrieve(attempt)
      // A renewal: handled by the event of its invoice.
      if (attempt?.invoice_ref) return
      if (attempt) return void (await sales.sync(attempt))
      const charge = await payments.findCharge(account, object.ref)
      // Ours, but its id is not stored yet: the webhook was faster than the create call. The outbox retries.
      if (charge.metadata.order_id) throw new Error('a payment that is not known yet')
    }
    if (object.kind === 'refund')
      await refunds.onProviderUpdate(await payments.findRefund(account, object.ref))
    if (object.kind === 'dispute')
      await disputes.onProviderUpdate(await payments.findDispute(account, object.ref))
    await others[object.kind]?.({ account, ref: object.ref })
  }

  return {
    /** The outbox job of a webhook event. It loads the object's current state, so order and repetition do not matter. */
    async handleEvent(payload: unknown) {
      const providerEvent = WebhookWork.parse(payload)
      await onProviderUpdate(providerEvent)
      await finishWebhookEvent(db, providerEvent.id, clock.now().toISOString())
    },

    /** Looks up payments without events, and releases expired orders. */
    async sweep() {
      const now = clock.now()
      const quiet = untouchedFor(now, QUIET_MS)
      for (const attempt of await query.listUnfinished(db, quiet, BATCH_SIZE))
        await safely(attempt.id, () => observe(attempt))
      for (const attempt of await query.listUnbooked(
        db,
        untouchedFor(now, UNBOOKED_QUIET_MS),
        BATCH_SIZE,
      ))
        await safely(attempt.id, () => unbookedSales.retrieve(attempt))
      const times = holdTimes(now)
      await query.shortenHolds(db, times)
      await letGo(times)
      await refunds.sweep()
    },
  }

  async function observe(attempt: Submitted<query.AttemptWithOrder>) {
    // First, so that an attempt whose lookup fails goes to the end of the queue.
    await touch(attempt)
    // The order is closed: the attempt must not be paid any more.
    await (attempt.order_state === 'open' ? sales.sync(attempt) : sales.cancel(attempt))
  }

  /** Pages by id, so that orders which cannot be released do not block the others. */
  async function letGo(times: HoldTimes) {
    const list = (after: string) => query.listExpired(db, times, after, BATCH_SIZE)
    for await (const orders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
      for (const order of orders) await safely(order.id, () => sales.release(order))
  }

  /** A failure is logged and does not stop the sweep. */
  async function safely(id: string, work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      const unknown = error instanceof Unknown
      log.error({ id, error: String(error), unknown }, 'a payment could not be looked up')
    }
  }
}
