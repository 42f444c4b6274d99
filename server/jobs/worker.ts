import { setTimeout } from 'node:timers/promises'
import type { Log } from '#server/ports/log.ts'

const POLL_MS = 1000
const GRACE_MS = 10_000

/** Work that is ours to do now. It settles its own success or failure; `signal` says that it is in vain. */
export type Task = (signal: AbortSignal) => Promise<void>

/** A queue of its own: one that is slow keeps no other waiting. */
export interface Lane {
  parallel: number
  /** Takes at most so many pieces of work that are due. */
  take(most: number): Promise<Task[]>
}

export interface Worker {
  /** Looks for work at once; without it, each second. */
  wake(): void
  /** Takes nothing more; waits for what is running, then aborts it. */
  stop(graceMs?: number): Promise<void>
}

/** Runs whatever comes due, until it is stopped. */
export function startWorker(lanes: Lane[], log: Log, pollMs = POLL_MS): Worker {
  let bell = Promise.withResolvers<void>()
  const ended = new AbortController()
  let stopping = false
  const wake = () => {
    const rung = bell
    bell = Promise.withResolvers()
    rung.resolve()
  }

  async function run(lane: Lane) {
    const running = new Set<Promise<void>>()
    for (;;) {
      const rung = bell.promise // before looking, so that no ring is missed
      const free = stopping ? 0 : lane.parallel - running.size
      for (const task of await takeSafely(lane, free, log)) {
        const settled = runSafely(task, ended.signal, log).then(() => void running.delete(settled))
        running.add(settled)
      }
      if (stopping && running.size === 0) return
      await Promise.race([rung, ...running])
    }
  }

  const polling = setInterval(wake, pollMs)
  const finished = Promise.all(lanes.map(run))
  return {
    wake,
    async stop(graceMs = GRACE_MS) {
      stopping = true
      clearInterval(polling)
      wake()
      const patience = new AbortController()
      const tooLong = setTimeout(graceMs, undefined, patience).catch(() => undefined)
      await Promise.race([finished, tooLong])
      patience.abort()
      ended.abort()
    },
  }
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
