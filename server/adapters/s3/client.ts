import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3 } from '#server/config/store.ts'
import { MediaDown } from '#server/ports/media.ts'

/** A path of ours; anything else would have to be escaped, and signed as the server escapes it. */
const PLAIN = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
/** A network that is slower than that is as good as none. */
const LEAST_BYTES_PER_MS = 200

export interface Patience {
  /** Until a server has begun to answer, or sends more of what it began. */
  patienceMs: number
  /** After a failure that may pass; each further wait is twice as long. */
  pauseMs: number
}
const PATIENCE: Patience = { patienceMs: 10_000, pauseMs: 150 }
const TRIES = 3

export interface Asked {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of a file; without, the bucket is meant. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Bytes, or so many of them as they come: asked for anew at each try. */
  body?: Uint8Array | { size: number; read: () => ReadableStream<Uint8Array> }
}

/** What an S3 server was asked and refused for good, or did not answer. */
const downed = (
  { method, path = 'bucket' }: Asked,
  why: string,
  more?: ConstructorParameters<typeof MediaDown>[1],
) => new MediaDown(`the media store: ${method} ${path}: ${why}`, more)

/** Speaks S3 over HTTP: signs, waits no longer than is sensible, and tries again what may pass. */
export function s3Client(s3: S3, patience: Partial<Patience> = {}) {
  const { patienceMs, pauseMs } = { ...PATIENCE, ...patience }
  const cache = new Map<string, ArrayBuffer>()

  function urlOf({ path, query = {} }: Asked): string {
    const url = new URL(s3.endpoint)
    if (!s3.pathStyle) url.hostname = `${s3.bucket}.${url.hostname}`
    url.pathname = [
      ...(s3.pathStyle ? [s3.bucket] : []),
      ...(path === undefined ? [] : [keyOf(path)]),
    ].join('/')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  function keyOf(path: string): string {
    if (!PLAIN.test(path)) throw new Error('a media path leads out of its folder')
    return s3.prefix + path
  }

  async function send(url: string, asked: Asked): Promise<Response> {
    const { method, body, headers = {} } = asked
    const bytes = body instanceof Uint8Array ? body : null
    const sum = bytes ? createHash('sha256').update(bytes).digest('hex') : 'UNSIGNED-PAYLOAD'
    const signed = await new AwsV4Signer({
      ...{ method, url, headers: { ...headers, 'x-amz-content-sha256': sum } },
      ...{ accessKeyId: s3.keyId, secretAccessKey: s3.secret },
      ...{ service: 's3', region: s3.region, cache },
    }).sign()
    const size = body === undefined ? 0 : sizeOf(body)
    // A proxy may change what it accepts: that is not signed.
    signed.headers.set('accept-encoding', 'identity')
    if (body) signed.headers.set('content-length', String(size))
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), patienceMs + size / LEAST_BYTES_PER_MS)
    try {
      return await fetch(signed.url, {
        ...{ method, headers: signed.headers, signal: late.signal, redirect: 'error' },
        ...(body && { body: sent(body), duplex: 'half' }),
      } as RequestInit)
    } catch (error) {
      throw downed(asked, late.signal.aborted ? 'no answer in time' : reason(error), {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer, or 404 and 416, which are answers too. All we ask may be asked twice. */
  async function ask(asked: Asked): Promise<Response> {
    const url = urlOf(asked)
    for (let tried = 1; ; tried++) {
      const answer = await send(url, asked).catch((error: Error) => error)
      const isAnswer = !(answer instanceof Error)
      if (isAnswer && (answer.ok || [404, 416].includes(answer.status))) return answer
      const failure = isAnswer ? await refusalOf(asked, answer) : answer
      if (tried === TRIES || !mayPass(answer)) throw failure
      await pause(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }

  return {
    ask,
    /** All of an answer's bytes. */
    bytes: async (answer: Response): Promise<Uint8Array> =>
      Buffer.concat(await Array.fromAsync(awaited(answer, patienceMs))),
    /** An answer's bytes as they come; a server that stops in the middle is not waited for. */
    stream: (answer: Response) => streamOf(awaited(answer, patienceMs)),
  }
}
export type S3Client = ReturnType<typeof s3Client>

type Body = NonNullable<Asked['body']>
const sizeOf = (body: Body) => (body instanceof Uint8Array ? body.length : body.size)
const sent = (body: Body) => (body instanceof Uint8Array ? body : body.read())

/** A stream that asks for more only when somebody reads. */
export const streamOf = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(stream) {
      const { done, value } = await bytes.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await bytes.return(undefined)),
  })

/**
 * A busy server, one that is starting anew, a connection that was cut. One that says nothing at all would do so again.
 * `Response` is no help in telling them apart: once a server listens, that is a class of its library, not of `fetch`.
 */
const mayPass = (answer: Response | Error) =>
  answer instanceof Error
    ? !/no answer in time/.test(answer.message)
    : answer.status >= 500 || answer.status === 429

/** The code that S3 gives, and never what it was sent. */
async function refusalOf(asked: Asked, answer: Response): Promise<MediaDown> {
  const said = await answer.text().catch(() => '')
  const [, code = ''] = said.match(/<Code>(\w+)<\/Code>/) ?? []
  return downed(asked, `${answer.status} ${code}`.trim(), { isFinal: answer.status < 500 })
}

function reason(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

async function* awaited(answer: Response, patienceMs: number): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), patienceMs)
      if (done) return
      yield value
    }
  } catch (error) {
    throw error instanceof MediaDown
      ? error
      : new MediaDown(`the media store broke off: ${reason(error)}`)
  } finally {
    // Whoever reads no further wants no more of it; what is over does not mind.
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
