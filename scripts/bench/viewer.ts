import { connect, type Socket } from 'node:net'
import { fromCursor, toCursor } from '#contract/cursor.ts'
import { TALK_POLL_MS } from '#contract/limits.ts'

/** Milliseconds of the day, the same in every process of this machine. */
export const now = () => performance.timeOrigin + performance.now()

/** Where a crowd is: the talk of one event, and what nobody need be told again. */
export interface Hall {
  url: string
  /** The newest line when they come. */
  last: string
  /** Of an answer without lines; nothing where none is kept. */
  etag: string
  /** So often they ask; each second where it is not said. */
  everyMs?: number
  /** What they ask knows of no lines. */
  plain?: boolean
  /** For a bare server: it tells by it what to answer. */
  headers?: Record<string, string>
}
/** What a crowd has lived through, in milliseconds; all of it can be added to that of another viewer. */
export interface Told {
  answered: (ms: number) => void
  missed: () => void
  failed: (why: string) => void
  /** A line has come, sent at that moment; NaN where it does not say. */
  heard: (seq: number, sentAt: number) => void
  gap: (lines: number) => void
  doubled: () => void
}
export interface Viewer {
  /** The newest line that they have. */
  seq: () => number
  leave: () => void
}

/** A line as both ways spell it; our own say first when they were sent. */
const LINE = /"id":"(\w{7})","message":"([^"]*)"/g
const HEAD_END = '\r\n\r\n'

/** Counts that every line comes once and in its turn. */
function listener(last: string, told: Told) {
  let seq = fromCursor(last)
  return {
    seq: () => seq,
    take(text: string) {
      for (const [, id, message] of text.matchAll(LINE)) {
        const found = fromCursor(id!)
        if (found <= seq) {
          told.doubled()
          continue
        }
        if (found > seq + 1) told.gap(found - seq - 1)
        seq = found
        told.heard(seq, Number(message!.split(' ')[0]))
      }
    },
  }
}

function dial(url: string, told: Told, hear: (text: string) => void): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  // One letter a byte: everything that is looked for is ASCII.
  socket.on('data', (part: Buffer) => hear(part.toString('latin1')))
  socket.on('error', ({ message }) => told.failed(message))
  return socket
}

const headOf = (path: string, url: string, headers: Record<string, string>) =>
  `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Asks over and over, as the app does, over a raw socket: a client that costs more than the server would measure itself. */
export function poller(
  { url, last, etag, headers, everyMs = TALK_POLL_MS, plain = false }: Hall,
  token: string,
  told: Told,
): Viewer {
  const { seq, take } = listener(last, told)
  const { pathname } = new URL(url)
  const known = etag && { 'if-none-match': etag }
  const fixed = { authorization: `Bearer ${token}`, ...known, ...headers }
  let sentAt: number | null = null
  let text = ''
  const socket = dial(url, told, (part) => {
    text += part
    const end = text.indexOf(HEAD_END)
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
    if (text.length < end + HEAD_END.length + length) return
    const status = text.slice(9, 12)
    if (status === '200') take(text.slice(end))
    else if (status !== '304') told.failed(status)
    text = ''
    told.answered(performance.now() - sentAt!)
    sentAt = null
  })
  const ask = () => {
    // The one before is still on its way.
    if (sentAt !== null) told.missed()
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

/** Follows by server-sent events; settles once they are let in. */
export function follower({ url, last }: Hall, token: string, told: Told): Promise<Viewer> {
  const { seq, take } = listener(last, told)
  const { pathname } = new URL(url)
  return new Promise((done, failed) => {
    let text = ''
    let isIn = false
    const socket = dial(url, told, (part) => {
      text += part
      if (!isIn && text.includes(HEAD_END)) {
        isIn = true
        if (text.slice(9, 12) !== '200') return failed(new Error(`${url}: ${text.slice(9, 12)}`))
        done({ seq, leave: () => socket.destroy() })
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
