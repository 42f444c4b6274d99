import type { Schema } from '#server/db/schema.ts'
import { GREETINGS, LISTENING, SHORT } from './plans/talk-lines.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, cycled, MINUTE } from './tables.ts'

const BEFORE_MS = 9 * MINUTE
const HOST = '◎'

/** Adds an event's talk: by ticket holders, and sometimes by the host. */
export function addTalk(book: Book, event: Schema['event'], room: DemoRoom, count: number) {
  const guests = book.rows.entitlement
    .filter(({ subject_id, status }) => subject_id === event.id && status === 'valid')
    .map(({ user_id }) => user_id)
  const lines = linesFor(book, event, count)
  const from = Date.parse(event.start_at) - BEFORE_MS
  const to = Math.min(Date.parse(event.end_at), book.now - 4_000)
  let last = ''
  for (const [n, line] of lines.entries()) {
    const host = line.startsWith(HOST)
    const guest = book.pick(guests.filter((id) => id !== last))
    last = host ? room.owner_id : guest
    book.add('talk', {
      event_id: event.id,
      seq: n + 1,
      user_id: last,
      message: host ? line.slice(HOST.length) : line,
      client_id: null,
      deleted: 0,
      deletes: null,
      hidden_by: null,
      reply_to: null,
      question: 0,
      answered_at: null,
      about: null,
      mark: null,
      created_at: new Date(Math.round(from + ((to - from) * (n + 1)) / lines.length)).toISOString(),
    })
  }
  book.add('counter', { name: `talk:${event.id}`, last: lines.length })
  const authors = Map.groupBy(
    book.rows.talk.filter(({ event_id }) => event_id === event.id),
    ({ user_id }) => user_id,
  )
  for (const [user_id, { length: messages }] of authors)
    book.add('talk_author', { event_id: event.id, user_id, messages })
  book.add('talk_total', { event_id: event.id, messages: lines.length, people: authors.size })
}

/** The live event has its own lines; the others share general ones. */
function linesFor(book: Book, event: Schema['event'], count: number): string[] {
  if (event.publishment_flg !== 1)
    return Array.from({ length: count }, (_, n) => cycled(SHORT, n * 5 + count))
  const more = Array.from({ length: count - GREETINGS.length - LISTENING.length }, () =>
    book.pick(SHORT.slice(4, 12)),
  )
  return [...GREETINGS, ...LISTENING, ...more].slice(0, count)
}
