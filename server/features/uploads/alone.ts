import { UPLOAD_ELSEWHERE } from '#contract/messages.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Of several that want the same thing the last one gets it, as soon as the one before has let go. */
export function latestAlone() {
  const holders = new Map<string, { stop: AbortController; done: Promise<unknown> }>()
  return async <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const before = holders.get(id)
    before?.stop.abort()
    const stop = new AbortController()
    const working = (before?.done ?? Promise.resolve()).then(() => work(stop.signal))
    const mine = { stop, done: working.catch(() => null) }
    holders.set(id, mine)
    try {
      return await working
    } finally {
      if (holders.get(id) === mine) holders.delete(id)
    }
  }
}

/** What comes until somebody else takes over; a stream that says nothing is let go, too. */
export async function* until(
  signal: AbortSignal,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  const stopped = new Promise<never>((_, fail) => {
    const refuse = () => fail(new Refusal(409, UPLOAD_ELSEWHERE))
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
