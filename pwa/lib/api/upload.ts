import { type Caller, RequestError, Unreachable } from '#contract/http/caller.ts'
import { UPLOAD, UPLOAD_AGAIN_MS } from '#contract/threads/posting-limits.ts'
import { uploads } from '#contract/uploads/calls.ts'

const BYTES = 'application/octet-stream'

interface Watch {
  signal: AbortSignal
  /** The uploaded bytes; `waiting`: no answer, continues automatically. */
  onProgress: (sent: number, waiting: boolean) => void
}

/** A temporary error: no answer, 5xx, 408 or 429. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof RequestError && (error.status >= 500 || [408, 429].includes(error.status)))

/** The server deletes unfinished uploads after a while, such as a night without a network. */
const isForgotten = (error: unknown) => error instanceof RequestError && error.status === 404
const RESTARTS_MAX = 3

/** Resolves at the `online` event or after the delay. */
export const aWhile = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const stop = new AbortController()
    const end = () => {
      stop.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('online', end, { signal: stop.signal })
    signal.addEventListener('abort', end, { signal: stop.signal })
  })

/** Repeats a call after temporary errors; `onFailed` is called before each pause. */
export async function withRetry<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onFailed: () => void,
): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      onFailed()
      const ms =
        error instanceof RequestError ? (error.retryAfterMs ?? UPLOAD_AGAIN_MS) : UPLOAD_AGAIN_MS
      await aWhile(ms, signal)
      signal.throwIfAborted()
    }
  }
}

/**
 * Uploads a file in chunks, with retries over an unreliable network, from the start if the server has forgotten it;
 * returns its id.
 */
export async function uploadFile(call: Caller, file: Blob, { signal, onProgress }: Watch) {
  let offset = 0

  const retried = <T>(ask: () => Promise<T>) =>
    withRetry(ask, signal, () => onProgress(offset, true))
  /** Sends one chunk; after an unclear result asks the server for the offset. */
  async function sendOne(id: string) {
    const chunk = file.slice(offset, offset + UPLOAD.chunkBytes, BYTES)
    try {
      const params = { id }
      return await call(uploads.sendPiece, { params, query: { offset }, body: chunk }, { signal })
    } catch (error) {
      signal.throwIfAborted()
      const isConflict = error instanceof RequestError && [400, 409].includes(error.status)
      if (!isConflict && !isPassing(error)) throw error
      return retried(() => call(uploads.getUpload, { params: { id } }, { signal }))
    }
  }

  async function start(): Promise<string> {
    const body = { size: file.size }
    const idempotencyKey = crypto.randomUUID()
    const options = { signal, idempotencyKey }
    return (await retried(() => call(uploads.startUpload, { body }, options))).id
  }

  let id = await start()
  let restarts = 0
  while (offset < file.size) {
    try {
      offset = (await sendOne(id)).offset
    } catch (error) {
      if (!isForgotten(error) || restarts++ === RESTARTS_MAX) throw error
      offset = 0
      id = await start()
    }
    onProgress(offset, false)
  }
  return id
}
