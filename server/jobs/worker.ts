import { setTimeout } from 'node:timers/promises'
import { giveWay } from '#server/db/give-way.ts'
import type { Log } from '#server/ports/log.ts'

const POLL_MS = 1000
/** Less than the whole shutdown of a server. */
const GRACE_MS = 7_000
/** Time for aborted work to release the database. */
const LETTING_GO_MS = 2_000

/** Leased work. It stores its own success or failure; `signal` aborts it when its result no longer counts. */
export type JobTask = (signal: AbortSignal) => Promise<void>

/** An independent queue: a slow one does not delay the others. */
export interface Queue {
  parallel: number
  /** Its work only reads and can be repeated: aborted as soon as the worker stops. */
  hasTime?: boolean
  /** Leases at most this much work that is due. */
  take(limit: number): Promise<JobTask[]>
}

export interface Worker {
  /** Polls now instead of within the next second. */
  wake(): void
  /** Takes no new work; aborts `hasTime` queues, waits for the others, then aborts these, too. */
  stop(graceMs?: number): Promise<void>
}

/** A queue with one task that runs when the worker starts. */
export const atOnce = (task: JobTask): Queue => {
  const tasks = [task]
  return { parallel: 1, hasTime: true, take: async (limit) => tasks.splice(0, limit) }
}

/** Runs due work until it is stopped. */
export function startWorker(queues: Queue[], log: Log, pollMs = POLL_MS): Worker {
  let bell = Promise.withResolvers<void>()
  const [stopped, ended] = [new AbortController(), new AbortController()]
  const wake = () => {
    const rung = bell
    bell = Promise.withResolvers()
    rung.resolve()
  }

  async function run(queue: Queue) {
    const running = new Set<Promise<void>>()
    const { signal } = queue.hasTime ? stopped : ended
    for (;;) {
      const rung = bell.promise // Read before polling, so that no wake-up is missed.
      const free = stopped.signal.aborted ? 0 : queue.parallel - running.size
      for (const task of await takeSafely(queue, free, log)) {
        const settled = runSafely(task, signal, log).then(() => void running.delete(settled))
        running.add(settled)
      }
      if (stopped.signal.aborted && running.size === 0) return
      await Promise.race([rung, ...running])
      await giveWay() // There may be thousands of tasks at once.
    }
  }

  const polling = setInterval(wake, pollMs)
  const finished = Promise.all(queues.map(run))
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

/** Awaits a promise with a timeout. */
async function within(ms: number, finished: Promise<unknown>) {
  const controller = new AbortController()
  await Promise.race([finished, setTimeout(ms, undefined, controller).catch(() => undefined)])
  controller.abort()
}

/** Runs all due work, and what it enqueues; returns the number of tasks. */
export async function runDue(queues: Queue[], log: Log): Promise<number> {
  const never = new AbortController().signal
  for (let ran = 0; ; ) {
    const leased = await Promise.all(queues.map((queue) => takeSafely(queue, queue.parallel, log)))
    const tasks = leased.flat()
    if (tasks.length === 0) return ran
    await Promise.all(tasks.map((task) => runSafely(task, never, log)))
    ran += tasks.length
  }
}

async function takeSafely(queue: Queue, limit: number, log: Log): Promise<JobTask[]> {
  if (limit === 0) return []
  try {
    return await queue.take(limit)
  } catch (error) {
    log.error({ error: String(error) }, 'due work could not be read from the database')
    return []
  }
}

async function runSafely(task: JobTask, signal: AbortSignal, log: Log) {
  try {
    await task(signal)
  } catch (error) {
    log.error({ error: String(error) }, 'the outcome of work could not be kept')
  }
}
