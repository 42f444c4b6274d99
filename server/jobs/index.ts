import type { Handler } from '#server/db/outbox.ts'
import { closeForgottenTalk } from '#server/features/live/forgotten-talk.ts'
import { forgetRecordings } from '#server/features/live/retention.ts'
import { orphanSearch } from '#server/features/uploads/orphans.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import type { Deps } from '#server/process/deps.ts'
import { bringBack } from './bring-back.ts'
import { type Lanes, outboxLanes } from './outbox.ts'
import { purge, purgeEmails } from './purge.ts'
import { recount } from './recount.ts'
import { type RecurringJob, recurringLane } from './recurring.ts'
import { resumeAfterOutage } from './resume-after-outage.ts'
import { atOnce, startWorker, type Worker } from './worker.ts'

/** A buyer whose browser died has a ticket within a minute, also where the provider's notice is lost. */
const SWEEP_MS = 10_000
/** Nobody minds a reminder that comes so much later. */
const REMIND_MS = 20_000
/** A month is a long time to tell the provider of the next one's fee. */
const FEES_MS = 10 * 60_000
/** Mails that wait for a clock that was wrong wait so much longer. */
const BRING_BACK_MS = 20_000
const FILES_MS = 10 * 60_000
/** With what it takes until they are removed, less than an hour. */
const ORPHANS_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

interface Regular {
  /** Begins to remind people of what is near. */
  remind: () => Promise<void>
  /** Looks after purchases that nobody finishes. */
  sweep: () => Promise<void>
  /** Looks after the sellers' accounts, and pays them out. */
  seeToSellers: () => Promise<void>
  /** Has the provider take of each month what it should. */
  seeToFees: () => Promise<void>
  /** Compares our books with the provider's. */
  reconcileDaily: () => Promise<void>
}
interface Jobs extends Regular {
  /** Who does the work of each outbox topic. */
  handlers: Record<string, Handler>
  lanes: Lanes
  /** Takes in what the provider told and nobody heard. */
  catchUp: (signal: AbortSignal) => Promise<void>
}

/** What is done again and again. */
export const recurringJobs = (
  deps: Deps,
  { remind, sweep, seeToSellers, seeToFees, reconcileDaily }: Regular,
): RecurringJob[] => [
  { name: 'payments', everyMs: SWEEP_MS, run: sweep },
  { name: 'brought-back', everyMs: BRING_BACK_MS, run: () => bringBack(deps) },
  { name: 'held-up', everyMs: SWEEP_MS, run: () => resumeAfterOutage(deps) },
  { name: 'reminders', everyMs: REMIND_MS, run: remind },
  { name: 'sellers', everyMs: HOUR_MS, run: seeToSellers },
  { name: 'fees', everyMs: FEES_MS, run: seeToFees },
  { name: 'files', everyMs: FILES_MS, run: () => sweepFiles(deps) },
  { name: 'orphans', everyMs: ORPHANS_MS, run: orphanSearch(deps) },
  { name: 'reconcile', everyMs: DAY_MS, run: reconcileDaily },
  { name: 'purge', everyMs: HOUR_MS, run: () => purge(deps) },
  { name: 'letters', everyMs: DAY_MS, run: () => purgeEmails(deps) },
  { name: 'recordings', everyMs: HOUR_MS, run: () => forgetRecordings(deps) },
  { name: 'talk', everyMs: HOUR_MS, run: () => closeForgottenTalk(deps) },
  { name: 'recount', everyMs: DAY_MS, run: () => recount(deps) },
]

/** Everything that runs without a request. */
export function startJobs(deps: Deps, { handlers, lanes, catchUp, ...regular }: Jobs): Worker {
  const recurring = recurringLane(deps, recurringJobs(deps, regular))
  // What it reads takes as long as the provider does: nobody who ends us waits for it.
  const notices = recurringLane(deps, [{ name: 'notices', everyMs: HOUR_MS, run: catchUp }])
  // Whatever happened while nobody was there to hear it.
  const meanwhile = atOnce((signal) =>
    catchUp(signal).catch((error: unknown) =>
      deps.log.warn({ error: String(error) }, 'what happened meanwhile could not be read yet'),
    ),
  )
  return startWorker(
    [recurring, { ...notices, hasTime: true }, meanwhile, ...outboxLanes(deps, handlers, lanes)],
    deps.log,
  )
}
