import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { errorCodeOf } from '#contract/lib/error-code.ts'
import { streamOf } from '#contract/lib/stream-of.ts'
import type { S3 } from '#server/config/media-storage.ts'
import { MediaDown } from '#server/ports/media.ts'

/** A path that needs no escaping: escaped characters would have to be signed as the server escapes them. */
const PLAIN = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
/** Below this rate a connection counts as broken. */
const LEAST_BYTES_PER_MS = 200

export interface RetryPolicy {
  /** Timeout until the response starts, and between its chunks. */
  timeoutMs: number
  /** Pause before the first retry; doubles with each further one. */
  pauseMs: number
  /** Whether a request is repeated after a timeout: for background work, such as a backup. */
  retriesTimeouts: boolean
}
const RETRY_POLICY: RetryPolicy = { timeoutMs: 10_000, pauseMs: 150, retriesTimeouts: false }
const MAX_ATTEMPTS = 3

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Path of a file; without it the request concerns the bucket. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes, or a stream of known size that is opened again at each attempt. */
  body?: Uint8Array | { size: number; read: () => ReadableStream<Uint8Array> }
}

/** Error of a request that an S3 server refused or did not answer. */
const downed = (
  { method, path = 'bucket' }: S3Request,
  why: string,
  more?: ConstructorParameters<typeof MediaDown>[1],
) => new MediaDown(`the media store: ${method} ${path}: ${why}`, more)

/** S3 client over HTTP: signs requests, applies timeouts and retries temporary failures. */
export class S3Client {
  readonly #s3: S3
  readonly #policy: RetryPolicy
  readonly #cache = new Map<string, ArrayBuffer>()

  constructor(s3: S3, policy: Partial<RetryPolicy> = {}) {
    this.#s3 = s3
    this.#policy = { ...RETRY_POLICY, ...policy }
  }

  #urlOf({ path, query = {} }: S3Request): string {
    const url = new URL(this.#s3.endpoint)
    if (!this.#s3.pathStyle) url.hostname = `${this.#s3.bucket}.${url.hostname}`
    url.pathname = [
      ...(this.#s3.pathStyle ? [this.#s3.bucket] : []),
      ...(path === undefined ? [] : [this.#keyOf(path)]),
    ].join('/')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  #keyOf(path: string): string {
    if (!PLAIN.test(path)) throw new Error('a media path leads out of its folder')
    return this.#s3.prefix + path
  }

  async #send(url: string, request: S3Request): Promise<Response> {
    const { method, body, headers = {} } = request
    const bytes = body instanceof Uint8Array ? body : null
    const sum = bytes ? createHash('sha256').update(bytes).digest('hex') : 'UNSIGNED-PAYLOAD'
    const signed = await new AwsV4Signer({
      ...{ method, url, headers: { ...headers, 'x-amz-content-sha256': sum } },
      ...{ accessKeyId: this.#s3.keyId, secretAccessKey: this.#s3.secret },
      ...{ service: 's3', region: this.#s3.region, cache: this.#cache },
    }).sign()
    const size = body === undefined ? 0 : sizeOf(body)
    // Set after signing: a proxy may change this header.
    signed.headers.set('accept-encoding', 'identity')
    if (body) signed.headers.set('content-length', String(size))
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#policy.timeoutMs + size / LEAST_BYTES_PER_MS)
    try {
      // The browser's type lacks `duplex`, which Node needs for a body that is a stream.
      return await fetch(signed.url, {
        ...{ method, headers: signed.headers, signal: late.signal, redirect: 'error' },
        ...(body && { body: sent(body), duplex: 'half' }),
      } as RequestInit)
    } catch (error) {
      throw downed(request, late.signal.aborted ? 'no answer in time' : reason(error), {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends with retries, as all our requests are idempotent. Resolves with a success, 404 or 416. */
  async ask(request: S3Request): Promise<Response> {
    const url = this.#urlOf(request)
    for (let tried = 1; ; tried++) {
      const answer = await this.#send(url, request).catch((error: Error) => error)
      const isAnswer = !(answer instanceof Error)
      if (isAnswer && (answer.ok || [404, 416].includes(answer.status))) return answer
      const failure = isAnswer ? await storeError(request, answer) : answer
      if (tried === MAX_ATTEMPTS || !mayPass(answer, this.#policy.retriesTimeouts)) throw failure
      await pause(this.#policy.pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }

  /** The whole body of a response. */
  async bytes(answer: Response): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(awaited(answer, this.#policy.timeoutMs)))
  }

  /** The body of a response as a stream; fails if the server stalls. */
  stream(answer: Response) {
    return streamOf(awaited(answer, this.#policy.timeoutMs))
  }
}

type Body = NonNullable<S3Request['body']>
const sizeOf = (body: Body) => (body instanceof Uint8Array ? body.length : body.size)
const sent = (body: Body) => (body instanceof Uint8Array ? body : body.read())

/**
 * Temporary: a busy or restarting server, a cut connection, and for patient callers a timeout. `instanceof Response` does
 * not work: a running HTTP server replaces the global with a class of its library.
 */
const mayPass = (answer: Response | Error, retriesTimeouts: boolean) =>
  answer instanceof Error
    ? retriesTimeouts || !/no answer in time/.test(answer.message)
    : answer.status >= 500 || answer.status === 429

/** Names the S3 error code, but not the request. */
async function storeError(request: S3Request, answer: Response): Promise<MediaDown> {
  const text = await answer.text().catch(() => '')
  const [, code = ''] = text.match(/<Code>(\w+)<\/Code>/) ?? []
  return downed(request, `${answer.status} ${code}`.trim(), { isFinal: answer.status < 500 })
}

/** Of a `fetch`, whose error has the cause of the failure behind it. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return errorCodeOf(cause) ?? (cause instanceof Error ? cause.message : error.message)
}

async function* awaited(answer: Response, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), timeoutMs)
      if (done) return
      yield value
    }
  } catch (error) {
    throw error instanceof MediaDown
      ? error
      : new MediaDown(`the media store broke off: ${reason(error)}`)
  } finally {
    // The consumer stopped reading: abort the download. Aborting a finished one does nothing.
    await reader.cancel().catch(() => {})
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(new MediaDown('the media store stopped')), ms)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}
