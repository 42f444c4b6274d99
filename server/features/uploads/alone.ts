import { UPLOAD_ELSEWHERE } from '#contract/uploads/messages.ts'
import { ApiError } from '#server/http/api-error.ts'

/** The running work of each id. */
const holders = new Map<string, { stop: AbortController; done: Promise<unknown> }>()

/** Runs one work per id in this process: a new call aborts the running one and starts once that has ended. */
export async function latestAlone<T>(
  id: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const before = holders.get(id)
  before?.stop.abort()
  const stop = new AbortController()
  const working = (before?.done ?? Promise.resolve()).then(() => work(stop.signal))
  const holder = { stop, done: working.catch(() => null) }
  holders.set(id, holder)
  try {
    return await working
  } finally {
    if (holders.get(id) === holder) holders.delete(id)
  }
}

/** Yields bytes until the signal aborts; this also ends a stalled stream. */
export async function* until(
  signal: AbortSignal,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  const stopped = new Promise<never>((_, reject) => {
    const refuse = () => reject(new ApiError(409, UPLOAD_ELSEWHERE))
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
  stopped.catch(() => {})
  for (;;) {
    const { done, value } = await Promise.race([source.next(), stopped])
    if (done) return
    yield value
  }
}
