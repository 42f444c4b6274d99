import { Worker } from 'node:worker_threads'
import { type Failure, type Rendered, RenderFailed } from './renderer.ts'

/** The answer to a call that a page needs. */
export interface DataResponse {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}
export type ToWorker =
  | { type: 'render'; id: number; url: string }
  | { type: 'answer'; id: number; answer: DataResponse }
export type FromWorker =
  | { type: 'fetch'; id: number; url: string; headers: [string, string][] }
  | { type: 'rendered'; id: number; page: Rendered }
  | { type: 'failed'; id: number; failure: Failure }

type FetchData = (url: string, init: RequestInit) => Response | Promise<Response>

interface Pending {
  resolve: (page: Rendered) => void
  reject: (error: Error) => void
}

/** The answer in place of one that could not be made. */
const UNAVAILABLE: DataResponse = { status: 503, headers: [], body: new ArrayBuffer(0) }
/** In megabytes. A page that needs more ends the thread, not the server. */
const HEAP_MB = 256

/**
 * Renders pages in a thread of its own: a page takes 10 to 20 ms of CPU, in which nobody else would be answered. The
 * thread starts with the first page, and anew after it has failed. `module`: URL of the built renderer.
 */
export class RenderThread {
  readonly #module: string
  readonly #fetch: FetchData
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #count = 0

  constructor(module: string, fetch: FetchData) {
    this.#module = module
    this.#fetch = fetch
  }

  render(url: string): Promise<Rendered> {
    this.#worker ??= this.#start()
    const id = this.#count++
    const page = new Promise<Rendered>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
    })
    this.#send({ type: 'render', id, url })
    return page
  }

  close(): void {
    void this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: this.#module,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error: Error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('the render thread has ended')))
    worker.unref() // It must not keep the process alive.
    return worker
  }

  /** The thread is gone: all its pages fail, and the next one starts another thread. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  #receive(message: FromWorker): void {
    if (message.type === 'fetch') return void this.#answer(message)
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.type === 'rendered') pending?.resolve(message.page)
    else pending?.reject(new RenderFailed(message.failure))
  }

  async #answer({ id, url, headers }: Extract<FromWorker, { type: 'fetch' }>): Promise<void> {
    const answer = await this.#ask(url, headers).catch(() => UNAVAILABLE)
    this.#send({ type: 'answer', id, answer })
  }

  async #ask(url: string, headers: [string, string][]): Promise<DataResponse> {
    const response = await this.#fetch(url, { headers })
    return {
      status: response.status,
      headers: [...response.headers],
      body: await response.arrayBuffer(),
    }
  }
}
