import { connect, type Socket } from 'node:net'
import { fromCursor, toCursor } from '#contract/lib/cursor.ts'
import { TALK_POLL_MS } from '#contract/live/limits.ts'

/** Milliseconds since 1970, comparable between the processes of this machine. */
export const now = () => performance.timeOrigin + performance.now()

/** The talk of one event, as known to a crowd. */
export interface Hall {
  url: string
  /** The newest message at the start. */
  last: string
  /** The ETag of a response without messages; empty if there is none. */
  etag: string
  /** The poll interval; default: one second. */
  everyMs?: number
  /** The responses contain no messages. */
  plain?: boolean
  /** For a baseline server: selects the response. */
  headers?: Record<string, string>
}
/** The results of a crowd in milliseconds, which can be added up. */
export interface Recorder {
  answered: (ms: number) => void
  missed: () => void
  failed: (why: string) => void
  /** A message has arrived that was sent at `sentAt`; NaN if unknown. */
  heard: (seq: number, sentAt: number) => void
  gap: (lines: number) => void
  doubled: () => void
}
export interface Viewer {
  /** The newest received message. */
  seq: () => number
  leave: () => void
}

/** A message in both formats (poll and stream); our own contain their sending time. */
const LINE = /"id":"(\w{7})","message":"([^"]*)"/g
const HEAD_END = '\r\n\r\n'

/** Checks that every message arrives once and in order. */
function listener(last: string, recorder: Recorder) {
  let seq = fromCursor(last)
  return {
    seq: () => seq,
    take(text: string) {
      for (const [, id, message] of text.matchAll(LINE)) {
        const cursor = fromCursor(id!)
        if (cursor <= seq) {
          recorder.doubled()
          continue
        }
        if (cursor > seq + 1) recorder.gap(cursor - seq - 1)
        seq = cursor
        recorder.heard(seq, Number(message!.split(' ')[0]))
      }
    },
  }
}

function dial(url: string, recorder: Recorder, onData: (text: string) => void): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  // One character per byte: all searched texts are ASCII.
  socket.on('data', (part: Buffer) => onData(part.toString('latin1')))
  socket.on('error', ({ message }) => recorder.failed(message))
  return socket
}

const headOf = (path: string, url: string, headers: Record<string, string>) =>
  `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Polls as the app does, over a raw socket, as a client more expensive than the server would measure itself. */
export function poller(
  { url, last, etag, headers, everyMs = TALK_POLL_MS, plain = false }: Hall,
  token: string,
  recorder: Recorder,
): Viewer {
  const { seq, take } = listener(last, recorder)
  const { pathname } = new URL(url)
  const known = etag && { 'if-none-match': etag }
  const fixed = { authorization: `Bearer ${token}`, ...known, ...headers }
  let sentAt: number | null = null
  let text = ''
  const socket = dial(url, recorder, (part) => {
    text += part
    const end = text.indexOf(HEAD_END)
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
    if (text.length < end + HEAD_END.length + length) return
    const status = text.slice(9, 12)
    if (status === '200') take(text.slice(end))
    else if (status !== '304') recorder.failed(status)
    text = ''
    recorder.answered(performance.now() - sentAt!)
    sentAt = null
  })
  const ask = () => {
    // The previous poll is still pending.
    if (sentAt !== null) recorder.missed()
    else {
      sentAt = performance.now()
      const path = plain ? pathname : `${pathname}?after=${toCursor(seq())}`
      socket.write(headOf(path, url, fixed))
    }
    timer = setTimeout(ask, everyMs * (0.9 + Math.random() / 5))
  }
  let timer = setTimeout(ask, Math.random() * everyMs)
  return {
    seq,
    leave() {
      clearTimeout(timer)
      socket.destroy()
    },
  }
}

/** Follows by server-sent events; resolves once connected. */
export function follower({ url, last }: Hall, token: string, recorder: Recorder): Promise<Viewer> {
  const { seq, take } = listener(last, recorder)
  const { pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    let isIn = false
    const socket = dial(url, recorder, (part) => {
      text += part
      if (!isIn && text.includes(HEAD_END)) {
        isIn = true
        if (text.slice(9, 12) !== '200') return reject(new Error(`${url}: ${text.slice(9, 12)}`))
        resolve({ seq, leave: () => socket.destroy() })
      }
      const end = text.lastIndexOf('\n\n')
      if (!isIn || end < 0) return
      take(text.slice(0, end))
      text = text.slice(end)
    })
    socket.write(
      headOf(`${pathname}/stream`, url, {
        authorization: `Bearer ${token}`,
        'last-event-id': last,
      }),
    )
  })
}
