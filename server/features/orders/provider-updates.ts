import { quietFor } from '#server/db/clocks.ts'
import type { Deps } from '#server/deps.ts'
import { finishNotice } from '#server/features/payments/notice-queries.ts'
import { type Notice, Unknown } from '#server/ports/payments.ts'
import { createAttempts } from './checkout/attempts.ts'
import { type HoldTimes, holdTimes } from './checkout/hold.ts'
import * as query from './checkout/queries.ts'
import type { Sales } from './checkout/service.ts'
import type { Disputes } from './disputes/service.ts'
import { createUnbookedSales } from './ledger/unbooked-sales.ts'
import type { Refunds } from './refunds/service.ts'

/** A try that nobody told us about for so long is looked up: the browser may be gone, and the notice lost. */
const QUIET_MS = 15_000
/** A line that the provider has not written is told of when it is, within an hour; without that it is looked for. */
const UNBOOKED_QUIET_MS = 10 * 60_000
const MOST_AT_ONCE = 50

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>
interface Watched {
  sales: Sales
  refunds: Refunds
  disputes: Disputes
  /** Who keeps up with other objects of a seller's account, by the provider's word for them. */
  others?: Record<string, ProviderUpdateHandler>
}
/** Learns that an object of a seller's account has changed, and asks the provider what it is now. */
export type ProviderUpdateHandler = (at: { account: string; ref: string }) => Promise<unknown>

/** What happens to payments without their buyer: the provider's notices, and a look at whatever stays silent. */
export function createProviderUpdates(
  deps: WatchDeps,
  { sales, refunds, disputes, others = {} }: Watched,
) {
  const { db, clock, log, payments } = deps
  const { touch } = createAttempts(deps)
  const unbookedSales = createUnbookedSales(deps)

  async function onProviderUpdate({ account, object }: Notice): Promise<void> {
    if (account === null) return
    if (object.kind === 'payment_intent') {
      const attempt = await query.findAttemptByIntent(db, object.ref)
      if (attempt && attempt.account_ref !== account)
        return log.warn({ account }, 'a notice of another account')
      if (attempt?.unbooked_at) return unbookedSales.retrieve(attempt)
      // A renewal's: its invoice is told of, too.
      if (attempt?.invoice_ref) return
      if (attempt) return void (await sales.sync(attempt))
      const charge = await payments.findCharge(account, object.ref)
      // Ours, but not written down yet: the delivery was quicker than our own answer.
      if (charge.metadata.order_id) throw new Error('a payment that is not known yet')
    }
    if (object.kind === 'refund')
      await refunds.onProviderUpdate(await payments.findRefund(account, object.ref))
    if (object.kind === 'dispute')
      await disputes.onProviderUpdate(await payments.findDispute(account, object.ref))
    await others[object.kind]?.({ account, ref: object.ref })
  }

  return {
    /** The work of a notice that was kept: the object is asked for again, so order and repetition do not matter. */
    async handleNotice(payload: unknown) {
      const notice = payload as Notice
      await onProviderUpdate(notice)
      await finishNotice(db, notice.id, clock.now().toISOString())
    },

    /** Looks up what is silent, and lets go of what nobody paid in time. */
    async sweep() {
      const now = clock.now()
      const quiet = quietFor(now, QUIET_MS)
      for (const attempt of await query.listUnfinished(db, quiet, MOST_AT_ONCE))
        await safely(attempt.id, () => observe(attempt))
      for (const attempt of await query.listUnbooked(
        db,
        quietFor(now, UNBOOKED_QUIET_MS),
        MOST_AT_ONCE,
      ))
        await safely(attempt.id, () => unbookedSales.retrieve(attempt))
      const times = holdTimes(now)
      await query.shortenHolds(db, times)
      await letGo(times)
      await refunds.sweep()
    },
  }

  async function observe(attempt: query.AttemptWithOrder) {
    // First: one that cannot be looked up must not stand before the others the next time, too.
    await touch(attempt)
    // Its order is closed: nobody may pay it any more.
    await (attempt.order_state === 'open' ? sales.sync(attempt) : sales.cancel(attempt))
  }

  /** All of them, however many cannot be let go of today. */
  async function letGo(times: HoldTimes) {
    for (let after = ''; ; ) {
      const orders = await query.listExpired(db, times, after, MOST_AT_ONCE)
      for (const order of orders) await safely(order.id, () => sales.release(order))
      if (orders.length < MOST_AT_ONCE) return
      after = orders.at(-1)!.id
    }
  }

  /** One that fails keeps no other waiting. */
  async function safely(id: string, work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      const unknown = error instanceof Unknown
      log.error({ id, error: String(error), unknown }, 'a payment could not be looked up')
    }
  }
}
