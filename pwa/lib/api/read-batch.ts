import { API_BASE } from '#contract/http/endpoint.ts'
import { type ReadResult, reads } from '#contract/reads/calls.ts'
import { READS_MAX } from '#contract/reads/limits.ts'
import { READ_TIMEOUT_MS } from '#contract/shared/limits.ts'
import { propertiesOf } from '../unknown.ts'
import type { Fetch } from './transport.ts'

interface Read {
  url: string
  init: RequestInit
  resolve: (response: Response | Promise<Response>) => void
  reject: (error: unknown) => void
}

/**
 * Reading calls that wait for the first token, sent as one request once it is there. A call without an answer in it, or
 * with an error that a repetition may mend, is sent by itself, as if there were no batch.
 */
export class ReadBatch {
  readonly #fetch: Fetch
  readonly #ready: () => Promise<unknown>
  #waiting: Read[] = []

  /** `fetch` sends a request with the token; `ready` resolves when there is one, and rejects what waits in vain. */
  constructor(fetch: Fetch, ready: () => Promise<unknown>) {
    this.#fetch = fetch
    this.#ready = ready
  }

  add(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (init.signal?.aborted) return reject(init.signal.reason)
      if (this.#waiting.push({ url, init, resolve, reject }) === 1) void this.#flush()
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
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
    else
      for (let from = 0; from < waiting.length; from += READS_MAX)
        void this.#send(waiting.slice(from, from + READS_MAX))
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
    const parts: unknown = response.ok ? await response.json() : []
    return Array.isArray(parts) ? parts : []
  }
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
