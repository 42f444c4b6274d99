import { type Caller, Refused, Unreachable } from '#contract/caller.ts'
import { UPLOAD, UPLOAD_AGAIN_MS } from '#contract/posting-limits.ts'
import { uploads } from '#contract/uploads.ts'

const BYTES = 'application/octet-stream'

interface Watch {
  signal: AbortSignal
  /** Bytes that arrived; `waiting`: nobody answers, and it goes on by itself. */
  onProgress: (sent: number, waiting: boolean) => void
}

/** No answer, or one that may be another in a while. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof Refused && (error.status >= 500 || [408, 429].includes(error.status)))

/** Until the network says that it is back, or some seconds have gone by. */
const aWhile = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const stop = new AbortController()
    const end = () => {
      stop.abort()
      done()
    }
    const timer = setTimeout(end, ms)
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('online', end, { signal: stop.signal })
    signal.addEventListener('abort', end, { signal: stop.signal })
  })

/** Sends a file piece by piece, over a network that may break as often as it likes; returns its id. */
export async function uploadFile(call: Caller, file: Blob, { signal, onProgress }: Watch) {
  let offset = 0

  async function patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        signal.throwIfAborted()
        if (!isPassing(error)) throw error
        onProgress(offset, true)
        const ms =
          error instanceof Refused ? (error.retryAfterMs ?? UPLOAD_AGAIN_MS) : UPLOAD_AGAIN_MS
        await aWhile(ms, signal)
        signal.throwIfAborted()
      }
    }
  }
  /** Whatever became of the piece: how far it got is known there alone. */
  async function sendOne(id: string) {
    const piece = file.slice(offset, offset + UPLOAD.pieceBytes, BYTES)
    try {
      const params = { id }
      return await call(uploads.sendPiece, { params, query: { offset }, body: piece }, { signal })
    } catch (error) {
      signal.throwIfAborted()
      const isElsewhere = error instanceof Refused && [400, 409].includes(error.status)
      if (!isElsewhere && !isPassing(error)) throw error
      return patiently(() => call(uploads.getUpload, { params: { id } }, { signal }))
    }
  }

  const idempotencyKey = crypto.randomUUID()
  const { id } = await patiently(() =>
    call(uploads.startUpload, { body: { size: file.size } }, { signal, idempotencyKey }),
  )
  while (offset < file.size) {
    offset = (await sendOne(id)).offset
    onProgress(offset, false)
  }
  return id
}
