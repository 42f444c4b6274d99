import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

/** A reader that leaves this much unread is let go, in bytes: they come back, and resume where they were. */
const MOST_UNREAD = 256 * 1_024

/** The open end of a stream of events. */
export interface SseLine {
  /** Bytes that many lines may share. A reader too slow for them is let go. */
  write: (frames: Uint8Array) => void
  end: (lastFrames?: Uint8Array) => void
  /** Settles when the reader has taken what was written, or is gone. */
  drained: () => Promise<void>
  isOpen: () => boolean
  onClose: (listener: () => void) => void
}

/** What is said at once, and who goes on. A call from within this process has no line: it gets what is said at once. */
export interface SseAnswer {
  first: Uint8Array<ArrayBuffer>
  follow: (line: SseLine) => void
}

/** Written straight to the socket, past every stream helper: it is six times quicker and takes a fifth of the memory. */
export function openSse(c: Context, { first, follow }: SseAnswer): Response {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
  c.header('content-type', 'text/event-stream')
  c.header('x-accel-buffering', 'no') // nginx would wait for more
  const answer = c.body(first)
  if (!outgoing) return answer
  outgoing.writeHead(200, Object.fromEntries(answer.headers))
  outgoing.write(first)
  if (!outgoing.destroyed) follow(lineOver(outgoing))
  return RESPONSE_ALREADY_SENT
}

const lineOver = (outgoing: ServerResponse): SseLine => ({
  write(frames) {
    if (outgoing.writableLength > MOST_UNREAD) outgoing.destroy()
    else outgoing.write(frames)
  },
  end: (lastFrames) => void outgoing.end(lastFrames),
  drained: () =>
    new Promise((done) => {
      if (!outgoing.writableNeedDrain || outgoing.destroyed) return done()
      outgoing.once('drain', done).once('close', done)
    }),
  isOpen: () => !outgoing.destroyed && !outgoing.writableEnded,
  onClose: (listener) => void outgoing.once('close', listener),
})
