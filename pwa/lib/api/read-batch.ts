import { API_BASE } from '#contract/http/endpoint.ts'
import { type ReadResult, reads } from '#contract/reads/calls.ts'
import { READS_MAX } from '#contract/reads/limits.ts'
import { READ_TIMEOUT_MS } from '#contract/shared/limits.ts'
import { propertiesOf } from '../unknown.ts'
import { type Fetch, rejectForeignResponses } from './transport.ts'

interface Read {
  url: string
  init: RequestInit
  resolve: (response: Response | Promise<Response>) => void
  reject: (error: unknown) => void
}

declare global {
  interface Window {
    /** The reading calls of a snapshot's page, which `pre-hydration.js` sends before the app is loaded. */
    earlyReads?: { calls: string[]; answer: Promise<Response> } | null
  }
}

/** The answers to calls that were sent already. Each is used once. */
class EarlyReads {
  readonly #parts: Promise<unknown[]>
  readonly #places: Map<string, number>

  constructor({ calls, answer }: NonNullable<Window['earlyReads']>) {
    this.#places = new Map(calls.map((call, at) => [API_BASE + call, at]))
    const checked = rejectForeignResponses(() => answer)
    this.#parts = checked('', {})
      .then(partsIn)
      .catch(() => [])
  }

  /** Null if the call was not sent. */
  take(url: string): Promise<unknown> | null {
    const at = this.#places.get(url)
    this.#places.delete(url)
    return at === undefined ? null : this.#parts.then((parts) => parts[at])
  }
}

/**
 * Reading calls that wait for the first token, sent as one request once it is there. A call without an answer in it, or
 * with an error that a repetition may mend, is sent by itself, as if there were no batch.
 */
export class ReadBatch {
  readonly #fetch: Fetch
  readonly #ready: () => Promise<unknown>
  readonly #early: EarlyReads | null
  #waiting: Read[] = []

  /** `fetch` sends a request with the token; `ready` resolves when there is one, and rejects what waits in vain. */
  constructor(fetch: Fetch, ready: () => Promise<unknown>) {
    this.#fetch = fetch
    this.#ready = ready
    this.#early = window.earlyReads ? new EarlyReads(window.earlyReads) : null
    window.earlyReads = null
  }

  add(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (init.signal?.aborted) return reject(init.signal.reason)
      if (this.#waiting.push({ url, init, resolve, reject }) === 1) void this.#flush()
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
    })
  }

  /** The answer to a call after the first token, if it was sent early: a part of the page may be loaded later. */
  addLate(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (!this.#takeEarly({ url, init, resolve, reject })) resolve(this.#fetch(url, init))
    })
  }

  async #flush(): Promise<void> {
    const refused = await this.#ready().then(
      () => null,
      (cause: unknown) => ({ cause }),
    )
    const waiting = this.#waiting.filter(({ init }) => !init.signal?.aborted)
    this.#waiting = []
    if (refused) for (const { reject } of waiting) reject(refused.cause)
    else {
      const unsent = waiting.filter((read) => !this.#takeEarly(read))
      for (let from = 0; from < unsent.length; from += READS_MAX)
        void this.#send(unsent.slice(from, from + READS_MAX))
    }
  }

  /** False if the call was not sent early. */
  #takeEarly({ url, init, resolve }: Read): boolean {
    const part = this.#early?.take(url)
    if (part) resolve(part.then((found) => answerIn(found) ?? this.#fetch(url, init)))
    return part != null
  }

  async #send(batch: Read[]): Promise<void> {
    const parts = batch.length > 1 ? await this.#ask(batch).catch(() => []) : []
    for (const [at, { url, init, resolve, reject }] of batch.entries()) {
      const answer = answerIn(parts[at])
      if (init.signal?.aborted) reject(init.signal.reason)
      else resolve(answer ?? this.#fetch(url, init))
    }
  }

  async #ask(batch: Read[]): Promise<unknown[]> {
    const calls = batch.map(({ url }) => url.slice(API_BASE.length))
    const response = await this.#fetch(API_BASE + reads.readAll.path, {
      method: reads.readAll.method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ calls }),
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    })
    return partsIn(response)
  }
}

async function partsIn(response: Response): Promise<unknown[]> {
  const parts: unknown = response.ok ? await response.json() : []
  return Array.isArray(parts) ? parts : []
}

const isReadResult = (part: unknown): part is ReadResult =>
  typeof propertiesOf(part).status === 'number'

/** Statuses that say nothing of the call itself: its token, its time or its server was at fault. */
const mayPass = (status: number) => status >= 500 || [401, 408, 429].includes(status)

/** The response of a part; null if the call has to be sent by itself. */
function answerIn(part: unknown): Response | null {
  if (!isReadResult(part) || mayPass(part.status)) return null
  const { status, body, link, total } = part
  if (body === null && status !== 204) return null
  const headers = new Headers({ 'content-type': 'application/json' })
  if (link !== null) headers.set('link', link)
  if (total !== null) headers.set('x-total-count', total)
  return new Response(body, { status, headers })
}
