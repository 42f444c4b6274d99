import {
  cycleSubscription,
  expireSubscription,
  finalizeRenewal,
  retryRenewal,
} from './billing/cycle.ts'
import type { World } from './core/answer.ts'
import { deleteJob, type Job, type JobKind, nextJob } from './core/jobs.ts'
import { createScope, type Scope } from './core/scope.ts'
import { afterProcessing, expireVoucher } from './payments/attempt.ts'
import { bookCharge } from './payments/charge.ts'
import { disputeByCard } from './payments/dispute.ts'
import { bookFeeRefund } from './payments/fees.ts'
import { warnByCard } from './payments/fraud-warning.ts'
import { arrive, payOutByRhythm } from './payments/payout.ts'
import { bookRefund, settleRefund } from './payments/refund.ts'
import type { Deliverer } from './webhooks/deliver.ts'

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
  warn_of_fraud: warnByCard,
  settle_intent: afterProcessing,
  expire_voucher: expireVoucher,
}

/** Runs scheduled jobs, each in its own transaction, with the clock at its due time. */
export function createMachine(world: World, deliverer: Deliverer) {
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

  /** A failing job is logged and dropped, so that it does not block later ones. */
  function run(job: Job): void {
    try {
      world.clock.at(job.due, () => world.db.transaction(() => perform(job)).immediate())
    } catch (error) {
      console.error(`${job.kind} of ${job.subject} failed`, error)
      deleteJob(world.db, job.id)
    }
  }

  function perform(job: Job): void {
    deleteJob(world.db, job.id)
    work[job.kind](createScope(world, job.account), job.subject)
  }

  return {
    runDue,
    /** Advances the clock, and runs the jobs that become due, in order. */
    advance(ms: number): void {
      world.clock.move(ms)
      runDue()
      deliverer.wake()
    },
    stop: () => clearInterval(timer),
  }
}
