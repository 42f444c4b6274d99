import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import type { Handler } from '#server/db/outbox.ts'
import { deleteRecordings } from '#server/features/live/archive/recording-retention.ts'
import { closeForgottenTalk } from '#server/features/live/forgotten-talk.ts'
import { recountTalk } from '#server/features/live/talk/recount-talk.ts'
import { indexComing } from '#server/features/tickets/search-text.ts'
import { orphanSearch } from '#server/features/uploads/orphan-search.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import type { Deps } from '#server/process/deps.ts'
import { addReadings } from './add-readings.ts'
import { bringBack } from './bring-back.ts'
import { outboxLanes, type Queues } from './outbox-queues.ts'
import { purge, purgeEmails } from './purge.ts'
import { recount } from './recount.ts'
import { type RecurringJob, recurringQueue } from './recurring-jobs.ts'
import { resumeAfterOutage } from './resume-after-outage.ts'
import { atOnce, startWorker, type Worker } from './worker.ts'

/** A buyer whose browser died gets the ticket within a minute, even if the webhook is lost. */
const SWEEP_MS = 10_000
/** Acceptable delay of a reminder. */
const REMIND_MS = 20_000
/** The next renewal is up to a month away, so the provider may get its fee this late. */
const FEES_MS = 10 * 60_000
/** Delay until a new text is found by its reading. */
const READINGS_MS = 60_000
/** Delay of work that was postponed by a clock that was ahead. */
const BRING_BACK_MS = 20_000
const FILES_MS = 10 * 60_000
/** With the minimum age of orphaned files, still less than an hour until they are deleted. */
const ORPHANS_MS = 15 * 60_000

interface Regular {
  /** Enqueues due reminders. */
  remind: () => Promise<void>
  /** Completes or releases abandoned purchases. */
  sweep: () => Promise<void>
  /** Offers free seats to people who wait for them. */
  serveWaiting: () => Promise<void>
  /** Syncs the sellers' accounts, and pays them out. */
  notifySellers: () => Promise<void>
  /** Issues the platform's fee invoices of the months that are over. */
  issueInvoices: () => Promise<void>
  /** Updates the platform fee of subscriptions at the provider. */
  notifyFees: () => Promise<void>
  /** Reconciles our records with the provider's. */
  reconcileDaily: () => Promise<void>
}
interface Jobs extends Regular {
  handlers: Record<string, Handler>
  queues: Queues
  /** Fetches events from the provider whose webhooks were lost. */
  catchUp: (signal: AbortSignal) => Promise<void>
}

/** The recurring jobs and their intervals. */
export const recurringJobs = (deps: Deps, regular: Regular): RecurringJob[] => [
  { name: 'payments', everyMs: SWEEP_MS, run: regular.sweep },
  { name: 'waiting', everyMs: SWEEP_MS, run: regular.serveWaiting },
  { name: 'brought-back', everyMs: BRING_BACK_MS, run: () => bringBack(deps) },
  { name: 'held-up', everyMs: SWEEP_MS, run: () => resumeAfterOutage(deps) },
  { name: 'reminders', everyMs: REMIND_MS, run: regular.remind },
  { name: 'sellers', everyMs: HOUR_MS, run: regular.notifySellers },
  { name: 'fee-invoices', everyMs: HOUR_MS, run: regular.issueInvoices },
  { name: 'fees', everyMs: FEES_MS, run: regular.notifyFees },
  { name: 'files', everyMs: FILES_MS, run: () => sweepFiles(deps) },
  { name: 'orphans', everyMs: ORPHANS_MS, run: orphanSearch(deps) },
  { name: 'reconcile', everyMs: DAY_MS, run: regular.reconcileDaily },
  { name: 'purge', everyMs: HOUR_MS, run: () => purge(deps) },
  { name: 'letters', everyMs: DAY_MS, run: () => purgeEmails(deps) },
  { name: 'recordings', everyMs: HOUR_MS, run: () => deleteRecordings(deps) },
  {
    name: 'readings',
    everyMs: READINGS_MS,
    run: async () => {
      await indexComing(deps)
      await addReadings(deps)
    },
  },
  { name: 'talk', everyMs: HOUR_MS, run: () => closeForgottenTalk(deps) },
  {
    name: 'recount',
    everyMs: DAY_MS,
    async run() {
      await recount(deps)
      await recountTalk(deps)
    },
  },
]

/** Starts all background work. */
export function startJobs(deps: Deps, { handlers, queues, catchUp, ...regular }: Jobs): Worker {
  const recurring = recurringQueue(deps, recurringJobs(deps, regular))
  // Takes as long as the provider does, and is aborted at shutdown.
  const notices = recurringQueue(deps, [{ name: 'notices', everyMs: HOUR_MS, run: catchUp }])
  // Events that happened while this process was down.
  const meanwhile = atOnce((signal) =>
    catchUp(signal).catch((error: unknown) =>
      deps.log.warn(
        { error: String(error) },
        'missed events of the payment provider could not be fetched yet',
      ),
    ),
  )
  return startWorker(
    [recurring, { ...notices, hasTime: true }, meanwhile, ...outboxLanes(deps, handlers, queues)],
    deps.log,
  )
}
