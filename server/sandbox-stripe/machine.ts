import {
  cycleSubscription,
  expireSubscription,
  finalizeRenewal,
  retryRenewal,
} from './billing/cycle.ts'
import type { World } from './core/answer.ts'
import { forgetJob, type Job, type JobKind, nextJob } from './core/jobs.ts'
import { createScope, type Scope } from './core/scope.ts'
import { disputeByCard } from './payments/dispute.ts'
import { arrive, payOutByRhythm } from './payments/payout.ts'
import { settleRefund } from './payments/refund.ts'
import type { createDeliverer } from './webhooks/deliver.ts'

const LOOK_EVERY_MS = 200

type Work = (scope: Scope, subject: string) => void
const work: Record<JobKind, Work> = {
  cycle_subscription: cycleSubscription,
  expire_subscription: expireSubscription,
  finalize_invoice: finalizeRenewal,
  retry_invoice: retryRenewal,
  arrive_payout: arrive,
  schedule_payout: payOutByRhythm,
  settle_refund: settleRefund,
  open_dispute: disputeByCard,
}

/** Does by itself what time brings: each thing in a transaction of its own, as of the moment it was due. */
export function createMachine(world: World, deliverer: ReturnType<typeof createDeliverer>) {
  const timer = setInterval(runDue, LOOK_EVERY_MS)

  function runDue(): void {
    const until = world.clock.nowMs()
    let ran = false
    for (let job = nextJob(world.db, until); job; job = nextJob(world.db, until)) {
      ran = true
      run(job)
    }
    if (ran) deliverer.wake()
  }

  const run = (job: Job) =>
    world.clock.at(job.due, () =>
      world.db
        .transaction(() => {
          forgetJob(world.db, job.id)
          work[job.kind](createScope(world, job.account), job.subject)
        })
        .immediate(),
    )

  return {
    runDue,
    /** Moves the clock and lets everything happen that lies in between, in its order. */
    advance(ms: number): void {
      world.clock.move(ms)
      runDue()
      deliverer.wake()
    },
    stop: () => clearInterval(timer),
  }
}
