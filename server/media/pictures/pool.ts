import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { defined } from '#contract/lib/defined.ts'
import type { PictureTask, Results, Unusable } from './draw.ts'
import type { LARGE, PictureAnswer, SentTask } from './picture-worker.ts'

const WORKER = join(import.meta.dirname, 'picture-worker.ts')

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
export type PictureOutcome = 'drawn' | 'unreadable' | 'costly' | 'killed'

/** Reads a picture when its turn comes, so that waiting ones take no memory; null if it is gone. */
export type PictureSource = () => Promise<Uint8Array | null>

type Result = Results[PictureTask['what']] | Unusable

interface Job {
  who: string
  read: PictureSource
  task: PictureTask
  /** Put off by a worker that draws no large pictures. */
  isLarge: boolean
  /** Its worker was killed from outside before, so that this is the second and last try. */
  isRetry: boolean
  done: (result: Result) => void
  fail: (error: unknown) => void
}
interface Worker {
  child: ChildProcess
  job: Job | null
  mayDrawLarge: boolean
  /** Since it announced a large picture. */
  drawsLarge: boolean
  isTimedOut: boolean
  /** Of the picture that it draws, or of its idleness. */
  timer: NodeJS.Timeout | undefined
}

/** The standard input, which every worker has. */
const pipeTo = ({ stdin }: ChildProcess) => defined(stdin, 'the input of a worker')

/**
 * Draws pictures in worker processes, so that an expensive one kills a worker and not the server. Fair: one picture
 * per member at a time, and members take turns. One worker at a time draws large pictures, so that small ones never
 * wait for several of them. A worker killed from outside is taken as a lack of memory for as many
 * workers: the pool goes on with one fewer, at least one, and draws that picture once more.
 */
export class PicturePool {
  readonly counts: Record<PictureOutcome, number> = {
    drawn: 0,
    unreadable: 0,
    costly: 0,
    killed: 0,
  }
  readonly #limits: PoolLimits
  #maxWorkers: number
  readonly #workers = new Set<Worker>()
  /** Jobs per member, in order of the members' turns. */
  readonly #waiting = new Map<string, Job[]>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
    this.#maxWorkers = limits.workers
  }

  /** Rejects if the picture cannot be read. */
  run<T extends PictureTask>(
    who: string,
    read: PictureSource,
    task: T,
  ): Promise<Results[T['what']] | Unusable> {
    return new Promise((resolve, reject) => {
      const given = { who, read, task, done: resolve as Job['done'], fail: reject }
      const job = { ...given, isLarge: false, isRetry: false }
      const jobs = this.#waiting.get(who)
      if (jobs) jobs.push(job)
      else this.#waiting.set(who, [job])
      this.#start()
    })
  }

  /** Puts it before all others. */
  #putFirst(job: Job) {
    const { who } = job
    const others = [...this.#waiting].filter(([name]) => name !== who)
    const own = this.#waiting.get(who) ?? []
    this.#waiting.clear()
    this.#waiting.set(who, [job, ...own])
    for (const [name, jobs] of others) this.#waiting.set(name, jobs)
    this.#start()
  }

  #start() {
    const isBusy = (who: string) => [...this.#workers].some(({ job }) => job?.who === who)
    for (const [who, jobs] of this.#waiting) {
      const mayDrawLarge = [...this.#workers].every((worker) => !worker.mayDrawLarge)
      const [job, ...others] = jobs
      if (!job || isBusy(who) || (job.isLarge && !mayDrawLarge)) continue
      const worker = this.#free()
      if (!worker) return
      if (others.length === 0) this.#waiting.delete(who)
      else this.#waiting.set(who, others)
      worker.mayDrawLarge = mayDrawLarge
      this.#give(worker, job)
    }
  }

  #free(): Worker | null {
    for (const worker of this.#workers) if (!worker.job) return worker
    return this.#workers.size < this.#maxWorkers ? this.#open() : null
  }

  #open(): Worker {
    const child = fork(WORKER, [String(this.#limits.bytes)], {
      // Without the server's secrets.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      // Pictures are sent by the standard input: a message would hold two more copies of them.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    // Of a worker that has ended: its `exit` event ends the job.
    pipeTo(child).on('error', () => {})
    const worker: Worker = {
      ...{ child, job: null, mayDrawLarge: false, drawsLarge: false },
      ...{ isTimedOut: false, timer: undefined },
    }
    this.#workers.add(worker)
    child.on('message', (answer) => this.#receive(worker, answer as PictureAnswer | typeof LARGE))
    child.once('exit', (_, signal) => this.#clear(worker, signal !== null && !worker.isTimedOut))
    child.once('error', (error) => {
      console.error(error)
      // A process that failed to start never emits `exit`.
      if (child.pid === undefined) this.#clear(worker, false)
    })
    return worker
  }

  #clear(worker: Worker, isKilledFromOutside: boolean) {
    const { job } = worker
    clearTimeout(worker.timer)
    this.#workers.delete(worker)
    if (job && isKilledFromOutside && !job.isRetry) {
      this.#maxWorkers = Math.max(1, this.#maxWorkers - 1)
      this.#putFirst({ ...job, isRetry: true })
    } else if (job) this.#end(job, null)
  }

  #give(worker: Worker, job: Job) {
    const { child } = worker
    clearTimeout(worker.timer)
    worker.job = job
    child.ref()
    child.channel?.ref()
    job.read().then(
      (bytes) => this.#send(worker, job, bytes),
      (error) => {
        job.fail(error)
        this.#refuse(worker, job)
      },
    )
  }

  #send(worker: Worker, job: Job, bytes: Uint8Array | null) {
    // The worker ended meanwhile, which has ended the job.
    if (worker.job !== job) return
    if (!bytes) return this.#refuse(worker, job)
    const { child } = worker
    worker.timer = setTimeout(() => {
      worker.isTimedOut = true
      child.kill('SIGKILL')
    }, this.#limits.ms)
    const { mayDrawLarge: mayBeLarge } = worker
    child.send({ task: job.task, length: bytes.length, mayBeLarge } satisfies SentTask, () => {})
    pipeTo(child).write(bytes)
  }

  /** Of a picture that cannot be read. */
  #refuse(worker: Worker, job: Job) {
    if (worker.job !== job) return
    this.#rest(worker)
    this.#end(job, 'unreadable')
  }

  /** A small picture that comes while a large one is drawn must not wait for the start of a process. */
  #openSpare() {
    if (this.#workers.size < this.#maxWorkers) this.#rest(this.#open())
  }

  #receive(worker: Worker, answer: PictureAnswer | typeof LARGE) {
    const { job } = worker
    if (!job) return
    if (typeof answer === 'string') {
      worker.drawsLarge = true
      return this.#openSpare()
    }
    const { result, isSpent } = answer
    if (isSpent) this.#retire(worker)
    else this.#rest(worker)
    // Large pictures often come together: the next one takes the spare.
    if (isSpent && worker.drawsLarge) this.#openSpare()
    if (result === 'large') this.#putFirst({ ...job, isLarge: true })
    else this.#end(job, result)
  }

  /** Removed from the list first, so that it is given no further job. */
  #retire(worker: Worker) {
    worker.job = null
    clearTimeout(worker.timer)
    this.#workers.delete(worker)
    if (worker.child.connected) worker.child.disconnect()
  }

  /** An idle worker must not keep the process alive, and ends after a while. */
  #rest(worker: Worker) {
    const { child } = worker
    worker.job = null
    worker.mayDrawLarge = false
    worker.drawsLarge = false
    clearTimeout(worker.timer)
    child.unref()
    child.channel?.unref()
    worker.timer = setTimeout(() => this.#retire(worker), this.#limits.idleMs).unref()
  }

  /** `result` is null if the worker ended before it answered. */
  #end(job: Job, result: Result | null) {
    this.counts[outcomeOf(result)]++
    // Round robin: the member's remaining jobs go to the end of the queue.
    const jobs = this.#waiting.get(job.who)
    this.#waiting.delete(job.who)
    if (jobs) this.#waiting.set(job.who, jobs)
    job.done(result ?? 'costly')
    this.#start()
  }
}

const outcomeOf = (result: Result | null): PictureOutcome =>
  result === null ? 'killed' : result === 'unreadable' || result === 'costly' ? result : 'drawn'
