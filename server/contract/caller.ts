import { API_BASE, type Endpoint } from './endpoint.ts'
import { RETRY_LATER, UNREACHABLE } from './messages.ts'
import type { Listed, Returned, Sent } from './types.ts'

export interface Transport {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  token: () => string | null
}
/** What a caller can wait for; streams, files and pages are reached by `urlOf`. */
export type Answered = Endpoint & { kind?: 'json' | 'list' | 'multipart' | 'files' | 'bytes' }
interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
export interface CallOptions {
  signal?: AbortSignal
  /** The same key for the same intent: sent again, it gets the same answer and nothing happens twice. */
  idempotencyKey?: string
}

export type FieldErrors = Record<string, string[]>

/** The server said no, in its own words. */
export class Refused extends Error {
  readonly status: number
  readonly errors: FieldErrors
  /** For whoever asks us about it. */
  readonly requestId: string | null
  /** Milliseconds, where the server said when to ask again. */
  readonly retryAfterMs: number | null
  constructor(
    status: number,
    message = RETRY_LATER,
    errors: FieldErrors = {},
    requestId: string | null = null,
    retryAfterMs: number | null = null,
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** Nobody who speaks our contract answered: no network, a proxy's error page, a captive portal. */
export class Unreachable extends Error {
  /** The HTTP status of an answer that is not of this contract; null where no answer came at all. */
  readonly status: number | null
  constructor(cause?: unknown, status: number | null = null) {
    super(UNREACHABLE, { cause })
    this.status = status
  }
}

export type Caller = ReturnType<typeof createCaller>

/** Turns endpoints into calls. The PWA, the page renderer and the server's own tests share it. */
export function createCaller({ fetch, token }: Transport) {
  return async function call<E extends Answered>(
    endpoint: E,
    input: Sent<E>,
    { signal, idempotencyKey }: CallOptions = {},
  ): Promise<Returned<E>> {
    const { body } = input as Parts
    const headers = new Headers({ accept: 'application/json' })
    const init: RequestInit = { method: endpoint.method, headers }
    if (signal) init.signal = signal
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
    const bearer = token()
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    // Both say themselves of what kind they are.
    if (body instanceof FormData || body instanceof Blob) init.body = body
    else if (body !== undefined) {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(body)
    }
    const response = await fetch(urlOf(endpoint, input), init).catch((error: unknown) => {
      // A transport that had to ask for a new token first may have been refused it.
      const isKnown = error instanceof Refused || error instanceof Unreachable
      throw signal?.aborted || isKnown ? error : new Unreachable(error)
    })
    const answer = await readAnswer(response, signal)
    return (endpoint.kind === 'list' ? listed(answer, response.headers) : answer) as Returned<E>
  }
}

/** Where an endpoint is: for links, images and streams too. */
export function urlOf<E extends Endpoint>(endpoint: E, input: Sent<E>): string {
  const { params = {}, query = {} } = input as Parts
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${API_BASE}${path}${given.length > 0 ? `?${search}` : ''}`
}

/** What an answer of ours holds; a refusal is thrown in the server's words. */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json'))
    throw new Unreachable(`${response.status} ${type}`, response.status)
  const body: unknown = await response.json().catch((error: unknown) => {
    throw signal?.aborted ? error : new Unreachable(error, response.status)
  })
  if (response.ok) return body
  const { message, errors } = (body ?? {}) as { message?: string; errors?: FieldErrors }
  const { headers, status } = response
  const seconds = Number(headers.get('retry-after'))
  const again = seconds > 0 ? seconds * 1000 : null
  throw new Refused(status, message, errors, headers.get('x-request-id'), again)
}

/** RFC 8288: `<…?offset=20>; rel="next"`. */
function listed(items: unknown, headers: Headers): Listed<unknown> {
  const next = headers.get('link')?.match(/[?&]offset=(\d+)[^>]*>; rel="next"/)?.[1]
  const total = headers.get('x-total-count')
  return {
    items: items as unknown[],
    next: next === undefined ? null : Number(next),
    total: total === null ? null : Number(total),
  }
}
