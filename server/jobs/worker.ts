import { setTimeout } from 'node:timers/promises'
import type { Log } from '#server/ports/log.ts'

const POLL_MS = 1000
/** Less than a server takes over its end as a whole. */
const GRACE_MS = 7_000
/** What is aborted has so long to let go of the database. */
const LETTING_GO_MS = 2_000

/** Work that is ours to do now. It settles its own success or failure; `signal` says that it is in vain. */
export type Task = (signal: AbortSignal) => Promise<void>

/** A queue of its own: one that is slow keeps no other waiting. */
export interface Lane {
  parallel: number
  /** Its work reads, and can be done anew at any time: it is aborted as soon as the worker stops. */
  hasTime?: boolean
  /** Takes at most so many pieces of work that are due. */
  take(most: number): Promise<Task[]>
}

export interface Worker {
  /** Looks for work at once; without it, each second. */
  wake(): void
  /** Takes nothing more; aborts what has time, waits for what is running otherwise, then aborts that, too. */
  stop(graceMs?: number): Promise<void>
}

/** What is done once, as soon as there is a worker. */
export const atOnce = (task: Task): Lane => {
  const tasks = [task]
  return { parallel: 1, hasTime: true, take: async (most) => tasks.splice(0, most) }
}

/** Runs whatever comes due, until it is stopped. */
export function startWorker(lanes: Lane[], log: Log, pollMs = POLL_MS): Worker {
  let bell = Promise.withResolvers<void>()
  const [stopped, ended] = [new AbortController(), new AbortController()]
  const wake = () => {
    const rung = bell
    bell = Promise.withResolvers()
    rung.resolve()
  }

  async function run(lane: Lane) {
    const running = new Set<Promise<void>>()
    const { signal } = lane.hasTime ? stopped : ended
    for (;;) {
      const rung = bell.promise // before looking, so that no ring is missed
      const free = stopped.signal.aborted ? 0 : lane.parallel - running.size
      for (const task of await takeSafely(lane, free, log)) {
        const settled = runSafely(task, signal, log).then(() => void running.delete(settled))
        running.add(settled)
      }
      if (stopped.signal.aborted && running.size === 0) return
      await Promise.race([rung, ...running])
    }
  }

  const polling = setInterval(wake, pollMs)
  const finished = Promise.all(lanes.map(run))
  return {
    wake,
    async stop(graceMs = GRACE_MS) {
      stopped.abort()
      clearInterval(polling)
      wake()
      await within(graceMs, finished)
      ended.abort()
      await within(LETTING_GO_MS, finished)
    },
  }
}

/** Waits for it, but no longer. */
async function within(ms: number, finished: Promise<unknown>) {
  const patience = new AbortController()
  await Promise.race([finished, setTimeout(ms, undefined, patience).catch(() => undefined)])
  patience.abort()
}

/** Runs what is due now, and what comes of it, and returns how much that was. */
export async function runDue(lanes: Lane[], log: Log): Promise<number> {
  const never = new AbortController().signal
  for (let ran = 0; ; ) {
    const taken = await Promise.all(lanes.map((lane) => takeSafely(lane, lane.parallel, log)))
    const tasks = taken.flat()
    if (tasks.length === 0) return ran
    await Promise.all(tasks.map((task) => runSafely(task, never, log)))
    ran += tasks.length
  }
}

async function takeSafely(lane: Lane, most: number, log: Log): Promise<Task[]> {
  if (most === 0) return []
  try {
    return await lane.take(most)
  } catch (error) {
    log.error({ error: String(error) }, 'no work could be taken')
    return []
  }
}

async function runSafely(task: Task, signal: AbortSignal, log: Log) {
  try {
    await task(signal)
  } catch (error) {
    log.error({ error: String(error) }, 'the outcome of work could not be kept')
  }
}
