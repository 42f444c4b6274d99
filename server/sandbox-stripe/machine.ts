import {
  cycleSubscription,
  expireSubscription,
  finalizeRenewal,
  retryRenewal,
} from './billing/cycle.ts'
import type { World } from './core/answer.ts'
import { forgetJob, type Job, type JobKind, nextJob } from './core/jobs.ts'
import { createScope, type Scope } from './core/scope.ts'
import { afterProcessing } from './payments/attempt.ts'
import { bookCharge } from './payments/charge.ts'
import { disputeByCard } from './payments/dispute.ts'
import { bookFeeRefund } from './payments/fees.ts'
import { arrive, payOutByRhythm } from './payments/payout.ts'
import { bookRefund, settleRefund } from './payments/refund.ts'
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
  book_charge: bookCharge,
  book_refund: bookRefund,
  book_fee_refund: bookFeeRefund,
  open_dispute: disputeByCard,
  settle_intent: afterProcessing,
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

  /** What cannot be done is said and forgotten: it must not stand in the way of all that comes after it. */
  function run(job: Job): void {
    try {
      world.clock.at(job.due, () => world.db.transaction(() => perform(job)).immediate())
    } catch (error) {
      console.error(`${job.kind} of ${job.subject} failed`, error)
      forgetJob(world.db, job.id)
    }
  }

  function perform(job: Job): void {
    forgetJob(world.db, job.id)
    work[job.kind](createScope(world, job.account), job.subject)
  }

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
