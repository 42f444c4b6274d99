import type { Schema } from '#server/db/schema.ts'
import { GREETINGS, HOST, HOSTING, LISTENING, SHORT, STAMP } from './plans/talk-lines.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, cycled, MINUTE } from './tables.ts'

const BEFORE_MS = 9 * MINUTE
/** A viewer's line that asks the host; the mark of what is asked aloud. */
const QUESTION = /^[^◎].*？$/
/** The length of the recordings that the demo makes for its archives. */
const ARCHIVE_MS = 70_000

/** Adds an event's talk: by ticket holders, and sometimes by the host. */
export function addTalk(book: Book, event: Schema['event'], room: DemoRoom, count: number) {
  const guests = book.rows.entitlement
    .filter(({ subject_id, status }) => subject_id === event.id && status === 'valid')
    .map(({ user_id }) => user_id)
  const lines = linesFor(event, count)
  const start = Date.parse(event.start_at)
  const isArchived = event.archive === 1
  const from = isArchived ? start - 10_000 : start - BEFORE_MS
  const to = isArchived ? start + ARCHIVE_MS : Math.min(Date.parse(event.end_at), book.now - 4_000)
  const timeOf = (n: number) =>
    new Date(Math.round(from + ((to - from) * (n + 1)) / lines.length)).toISOString()
  const stamps = book.rows.stamp.filter(({ room_id }) => room_id === room.id)
  let last = ''
  for (const [n, line] of lines.entries()) {
    const host = line.startsWith(HOST)
    const guest = book.pick(guests.filter((id) => id !== last))
    const isQuestion = QUESTION.test(line)
    const isAnswered = isQuestion && lines[n + 1]?.startsWith(HOST) === true
    const text = line.startsWith(STAMP) ? line.slice(STAMP.length) : line
    const stamp = text === line ? undefined : stamps.find(({ name }) => name === text)
    last = host ? room.owner_id : guest
    book.add('talk', {
      event_id: event.id,
      seq: n + 1,
      user_id: last,
      message: host ? line.slice(HOST.length) : text,
      client_id: null,
      deleted: 0,
      deletes: null,
      hidden_by: null,
      // The host answers the question before.
      reply_to: host && QUESTION.test(lines[n - 1] ?? '') ? n : null,
      question: isQuestion ? 1 : 0,
      answered_at: isAnswered ? timeOf(n + 1) : null,
      about: null,
      mark: null,
      stamp_id: stamp?.id ?? null,
      created_at: timeOf(n),
    })
  }
  const pinned = pinHost(book, event, room, lines.length)
  addReactions(book, event, start, to)
  book.add('counter', { name: `talk:${event.id}`, last: lines.length + pinned })
  const authors = Map.groupBy(
    book.rows.talk.filter(({ event_id, deletes }) => event_id === event.id && deletes === null),
    ({ user_id }) => user_id,
  )
  for (const [user_id, { length: messages }] of authors)
    book.add('talk_author', { event_id: event.id, user_id, messages })
  book.add('talk_total', { event_id: event.id, messages: lines.length, people: authors.size })
}

/** The live event has its own lines, up to its break; the others share general ones. */
function linesFor(event: Schema['event'], count: number): string[] {
  if (event.publishment_flg !== 1)
    return hosted(
      Array.from({ length: count - HOSTING.length }, (_, n) => cycled(SHORT, n * 5 + count)),
    )
  return [...GREETINGS, ...LISTENING].slice(0, count)
}

/** Adds the host's greeting near the beginning, and an answer a little later. */
function hosted(lines: string[]): string[] {
  const [greeting = '', ...answer] = HOSTING
  return [...lines.slice(0, 2), greeting, ...lines.slice(2, 9), ...answer, ...lines.slice(9)]
}

/** Pins the host's first line as soon as it was said; returns the number of rows. */
function pinHost(book: Book, event: Schema['event'], room: DemoRoom, lastSeq: number): number {
  const line = book.rows.talk.find(
    ({ event_id, user_id }) => event_id === event.id && user_id === room.owner_id,
  )
  if (!line) return 0
  const seq = lastSeq + 1
  book.add('talk', {
    ...line,
    ...{ seq, deletes: seq, message: '', about: line.seq, mark: 'pin' },
  })
  return 1
}

/** Reactions of the viewers, most of them at a few moments. */
function addReactions(book: Book, event: Schema['event'], from: number, to: number) {
  const seconds = Math.min(Math.floor((to - from) / 1_000), 600)
  for (let second = 0; second < seconds; second++) {
    const isMoment = second % 23 < 4
    const reactions = isMoment ? book.between(4, 40) : book.between(0, 6) - 4
    if (reactions <= 0) continue
    const instant = new Date(Math.floor((from + second * 1_000) / 1_000) * 1_000).toISOString()
    book.add('talk_reaction', { event_id: event.id, second: instant, reactions })
  }
}
