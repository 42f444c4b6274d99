import { RETRY_LATER, UNREACHABLE } from '../shared/messages.ts'
import { API_BASE, type Endpoint } from './endpoint.ts'
import type { Listed, Returned, Sent } from './types.ts'

export interface Transport {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  token: () => string | null
}
/** Endpoints that a caller can await; streams, files and pages have a URL by `urlOf`. */
export type Answered = Endpoint & { kind?: 'json' | 'list' | 'multipart' | 'files' | 'bytes' }
interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
export interface CallOptions {
  signal?: AbortSignal
  /** Idempotency key: a repeated call with the same key gets the same answer and has no further effect. */
  idempotencyKey?: string
}

export type FieldErrors = Record<string, string[]>

/** An error response of the server, with its message. */
export class RequestError extends Error {
  readonly status: number
  readonly errors: FieldErrors
  /** Request id for support requests. */
  readonly requestId: string | null
  /** From `Retry-After`, in milliseconds; null if absent. */
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

/** No response of our API: no network, an error page of a proxy, a captive portal. */
export class Unreachable extends Error {
  /** HTTP status of a response that is not of our API; null without a response. */
  readonly status: number | null
  constructor(cause?: unknown, status: number | null = null) {
    super(UNREACHABLE, { cause })
    this.status = status
  }
}

export type Caller = ReturnType<typeof createCaller>

/** Creates an API client. The PWA, the page renderer and the server's tests share it. */
export function createCaller({ fetch, token }: Transport) {
  return async function call<E extends Answered>(
    endpoint: E,
    input: Sent<E>,
    { signal, idempotencyKey }: CallOptions = {},
  ): Promise<Returned<E>> {
    const { body } = partsOf(input)
    const headers = new Headers({ accept: 'application/json' })
    const init: RequestInit = { method: endpoint.method, headers }
    if (signal) init.signal = signal
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
    const bearer = token()
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    // `fetch` sets the content type of both.
    if (body instanceof FormData || body instanceof Blob) init.body = body
    else if (body !== undefined) {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(body)
    }
    const response = await fetch(urlOf(endpoint, input), init).catch((error: unknown) => {
      // A transport that refreshes its token first may throw the error of that call.
      const isKnown = error instanceof RequestError || error instanceof Unreachable
      throw signal?.aborted || isKnown ? error : new Unreachable(error)
    })
    const answer = await readAnswer(response, signal)
    // The server has checked its answer by the call's shape.
    return (endpoint.kind === 'list' ? listed(answer, response.headers) : answer) as Returned<E>
  }
}

// TypeScript does not resolve a call's input while the call is a type variable; each is of these parts.
const partsOf = <E extends Endpoint>(input: Sent<E>) => input as Parts

/** URL of an endpoint, also for links, images and streams. */
export function urlOf<E extends Endpoint>(endpoint: E, input: Sent<E>): string {
  const { params = {}, query = {} } = partsOf(input)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return `${API_BASE}${path}${entries.length > 0 ? `?${search}` : ''}`
}

/** Reads the body of a response; an error response is thrown as `Refused`. */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json'))
    throw new Unreachable(`${response.status} ${type}`, response.status)
  const body: unknown = await response.json().catch((error: unknown) => {
    throw signal?.aborted ? error : new Unreachable(error, response.status)
  })
  if (response.ok) return body
  const { message, errors } = refusalOf(body)
  const { headers, status } = response
  const seconds = Number(headers.get('retry-after'))
  const again = seconds > 0 ? seconds * 1000 : null
  throw new RequestError(status, message, errors, headers.get('x-request-id'), again)
}

/** Message and field errors of an error answer; empty for an answer that is not ours. */
export function refusalOf(body: unknown): { message?: string; errors?: FieldErrors } {
  return typeof body === 'object' && body !== null ? body : {}
}

/** RFC 8288: `<…?offset=20>; rel="next"`; of a sorted list, with `after`. */
function listed(items: unknown, headers: Headers): Listed<unknown> {
  const query = headers.get('link')?.match(/<[^>?]*\?([^>]*)>; rel="next"/)?.[1]
  const params = new URLSearchParams(query)
  const [next, after] = [params.get('offset'), params.get('after')]
  const total = headers.get('x-total-count')
  if (!Array.isArray(items)) throw new TypeError('a list is no array')
  return {
    items,
    next: next === null ? null : Number(next),
    ...(after !== null && { after }),
    total: total === null ? null : Number(total),
  }
}
