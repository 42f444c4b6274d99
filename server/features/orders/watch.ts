import type { Deps } from '#server/deps.ts'
import { finishNotice } from '#server/features/payments/notice-queries.ts'
import { type Notice, Unknown } from '#server/ports/payments.ts'
import * as query from './purchase-queries.ts'
import type { Sales } from './sales.ts'
import type { Subjects } from './subject.ts'

/** A try that nobody told us about for so long is looked up: the browser may be gone, and the notice lost. */
const QUIET_MS = 15_000
const MOST_AT_ONCE = 50

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>

/** What happens to payments without their buyer: the provider's notices, and a look at whatever stays silent. */
export function watchPayments(deps: WatchDeps, sales: Sales, subjects: Subjects) {
  const { db, clock, log, payments } = deps

  async function follow({ account, object }: Notice): Promise<void> {
    if (account === null) return
    if (object.kind === 'payment_intent') {
      const trial = await query.findTrialByIntent(db, object.ref)
      if (trial && trial.account_ref !== account)
        return log.warn({ account }, 'a notice of another account')
      if (trial) return void (await sales.observe(trial))
      const charge = await payments.findCharge(account, object.ref)
      // Ours, but not written down yet: the delivery was quicker than our own answer.
      if (charge.metadata.order_id) throw new Error('a payment that is not known yet')
    }
    if (object.kind === 'subscription') {
      const subscription = await payments.findSubscription(account, object.ref)
      await subjects.room?.follow?.(subscription, clock.now().toISOString())
    }
  }

  return {
    /** The work of a notice that was kept: the object is asked for again, so order and repetition do not matter. */
    async handleNotice(payload: unknown) {
      const notice = payload as Notice
      await follow(notice)
      await finishNotice(db, notice.id, clock.now().toISOString())
    },

    /** Looks up what is silent, and lets go of what nobody paid in time. */
    async sweep() {
      const now = clock.now()
      const before = new Date(now.getTime() - QUIET_MS).toISOString()
      for (const trial of await query.listUnfinished(db, before, MOST_AT_ONCE))
        if (trial.intent_ref) await safely(trial.id, () => observe(trial))
      for (const order of await query.listExpired(db, now.toISOString(), MOST_AT_ONCE))
        await safely(order.id, () => sales.giveUp(order))
    },
  }

  async function observe(trial: query.Trial) {
    const { at } = await sales.observe(trial)
    // Looked at: the others come first the next time.
    if (at === 'open')
      await query.updateAttempt(db, trial.id, { updated_at: clock.now().toISOString() })
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
