import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

// The Node adapter's listener replaces the global `Response` by its own class, and sends responses of that class
// without checking for the marker. Reading the body now creates the marker as a plain response.
void RESPONSE_ALREADY_SENT.body

/** Limit of unread bytes, above which a client is disconnected: it reconnects, and resumes. */
const MAX_UNREAD = 256 * 1_024
/** How long a client may take to read the last events. */
const UNREAD_END_MS = 5_000

/** Writing side of an event stream. */
export interface SseLine {
  /** Writes bytes that may be shared by many connections. A client that is too slow is disconnected. */
  write: (frames: Uint8Array) => void
  end: (lastFrames?: Uint8Array) => void
  /** Resolves when the client has read everything, or is gone. */
  drained: () => Promise<void>
  isOpen: () => boolean
  onClose: (listener: () => void) => void
}

/** First events, and a subscriber for later ones. A call within this process gets the first events only. */
export interface SseAnswer {
  first: Uint8Array<ArrayBuffer>
  follow: (line: SseLine) => void
}

/**
 * Writes directly to the socket: connections share buffers, and each takes half the time and a fifth less memory.
 * There is no HTTP framing, so the stream ends with its connection.
 */
export function startSse(c: Context, { first, follow }: SseAnswer): Response {
  const { outgoing }: { outgoing?: ServerResponse } = c.env ?? {}
  c.header('content-type', 'text/event-stream')
  c.header('x-accel-buffering', 'no') // Disables nginx's buffering.
  const answer = c.body(first)
  if (outgoing?.req.method !== 'GET') return answer
  const fields = [...answer.headers, ['connection', 'close']]
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const opening = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n`), first])
  whenItsTurn(outgoing, (socket) => {
    if (socket.destroyed) return
    socket.write(opening)
    // Node keeps the request while the connection is open: drop the headers, which are not needed any more.
    outgoing.req.rawHeaders.length = 0
    follow(new SocketLine(socket))
  })
  return RESPONSE_ALREADY_SENT
}

/** On a kept-alive connection, waits until the previous response is written. */
function whenItsTurn(outgoing: ServerResponse, begin: (socket: Socket) => void) {
  if (outgoing.socket) begin(outgoing.socket)
  else outgoing.once('socket', begin)
}

/** A class, so that thousands of open connections share their methods. */
class SocketLine implements SseLine {
  readonly #socket: Socket
  constructor(socket: Socket) {
    this.#socket = socket
  }

  write(frames: Uint8Array) {
    if (this.#socket.writableLength > MAX_UNREAD) this.#socket.destroy()
    else if (this.#socket.writable) this.#socket.write(frames)
  }
  end(lastFrames?: Uint8Array) {
    const socket = this.#socket
    if (lastFrames && socket.writable) socket.write(lastFrames)
    socket.destroySoon()
    // A client that reads nothing would hold its connection.
    const timeout = setTimeout(() => socket.destroy(), UNREAD_END_MS).unref()
    socket.once('close', () => clearTimeout(timeout))
  }
  drained() {
    const socket = this.#socket
    return new Promise<void>((resolve) => {
      if (!socket.writableNeedDrain || socket.destroyed) return resolve()
      socket.once('drain', resolve).once('close', resolve)
    })
  }
  isOpen() {
    return this.#socket.writable
  }
  onClose(listener: () => void) {
    this.#socket.once('close', listener)
  }
}
