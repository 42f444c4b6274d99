import type { Deps } from '#server/deps.ts'
import { forgetRecordings } from '#server/features/live/retention.ts'
import { type Handler, outboxLanes } from './outbox.ts'
import { purge } from './purge.ts'
import { recount } from './recount.ts'
import { recurringLane } from './recurring.ts'
import { startWorker, type Worker } from './worker.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Everything that runs without a request. `handlers`: who does the work of each outbox topic. */
export function startJobs(deps: Deps, handlers: Record<string, Handler>): Worker {
  const recurring = recurringLane(deps, [
    { name: 'purge', everyMs: HOUR_MS, run: () => purge(deps) },
    { name: 'recordings', everyMs: HOUR_MS, run: () => forgetRecordings(deps) },
    { name: 'recount', everyMs: DAY_MS, run: () => recount(deps) },
  ])
  return startWorker([recurring, ...outboxLanes(deps, handlers)], deps.log)
}
