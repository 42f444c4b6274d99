import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Results, Task, Unusable } from './draw.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')

export interface PoolLimits {
  workers: number
  /** Memory limit of a worker. */
  bytes: number
  /** Time limit per picture. */
  ms: number
  /** Timeout of an idle worker. */
  idleMs: number
}
/** Result of a picture: drawn, refused with a reason, or its worker ended. */
export type Outcome = 'drawn' | 'unreadable' | 'costly' | 'killed'

interface Job {
  who: string
  task: Task
  done: (result: Results[Task['what']] | Unusable) => void
}
interface Worker {
  child: ChildProcess
  job: Job | null
  idle: NodeJS.Timeout | undefined
}

/**
 * Draws pictures in worker processes, so that an expensive one kills a worker and not the server. Fair: one picture
 * per member at a time, and members take turns.
 */
export class PicturePool {
  readonly counts: Record<Outcome, number> = { drawn: 0, unreadable: 0, costly: 0, killed: 0 }
  readonly #limits: PoolLimits
  readonly #workers = new Set<Worker>()
  /** Jobs per member, in order of the members' turns. */
  readonly #waiting = new Map<string, Job[]>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  run<T extends Task>(who: string, task: T): Promise<Results[T['what']] | Unusable> {
    return new Promise((done) => {
      const job = { who, task, done: done as Job['done'] }
      const jobs = this.#waiting.get(who)
      if (jobs) jobs.push(job)
      else this.#waiting.set(who, [job])
      this.#start()
    })
  }

  #start() {
    const isBusy = (who: string) => [...this.#workers].some(({ job }) => job?.who === who)
    for (const [who, jobs] of this.#waiting) {
      if (isBusy(who)) continue
      const worker = this.#free()
      if (!worker) return
      const job = jobs.shift()!
      if (jobs.length === 0) this.#waiting.delete(who)
      this.#give(worker, job)
    }
  }

  #free(): Worker | null {
    for (const worker of this.#workers) if (!worker.job) return worker
    return this.#workers.size < this.#limits.workers ? this.#open() : null
  }

  #open(): Worker {
    const child = fork(WORKER, [String(this.#limits.bytes)], {
      // Without the server's secrets.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: Worker = { child, job: null, idle: undefined }
    this.#workers.add(worker)
    child.on('message', (result) => this.#end(worker, result as Results[Task['what']] | Unusable))
    const clear = () => {
      clearTimeout(worker.idle)
      this.#workers.delete(worker)
      this.#end(worker, null)
    }
    child.once('exit', clear)
    child.once('error', (error) => {
      console.error(error)
      // A process that failed to start never emits `exit`.
      if (child.pid === undefined) clear()
    })
    return worker
  }

  #give(worker: Worker, job: Job) {
    const { child } = worker
    clearTimeout(worker.idle)
    worker.job = job
    const tooLong = setTimeout(() => child.kill('SIGKILL'), this.#limits.ms)
    const { done } = job
    job.done = (result) => {
      clearTimeout(tooLong)
      done(result)
    }
    child.ref()
    child.channel?.ref()
    // A failed send means that the worker has ended: its `exit` event ends the job.
    child.send(job.task, () => {})
  }

  /** `result` is null if the worker ended before it answered. */
  #end(worker: Worker, result: Results[Task['what']] | Unusable | null) {
    const { job, child } = worker
    if (!job) return
    worker.job = null
    if (result !== null) {
      // An idle worker must not keep the process alive.
      child.unref()
      child.channel?.unref()
      worker.idle = setTimeout(() => {
        // Removed from the list first, so that it is given no further job.
        this.#workers.delete(worker)
        child.disconnect()
      }, this.#limits.idleMs).unref()
    }
    this.counts[outcomeOf(result)]++
    // Round robin: the member's remaining jobs go to the end of the queue.
    const jobs = this.#waiting.get(job.who)
    this.#waiting.delete(job.who)
    if (jobs) this.#waiting.set(job.who, jobs)
    job.done(result ?? 'costly')
    this.#start()
  }
}

const outcomeOf = (result: Results[Task['what']] | Unusable | null): Outcome =>
  result === null ? 'killed' : result === 'unreadable' || result === 'costly' ? result : 'drawn'
