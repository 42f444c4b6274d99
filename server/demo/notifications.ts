import type { Schema } from '#server/db/schema.ts'
import { lineOf } from '#server/features/push/list-entries.ts'
import { type Book, DAY } from './tables.ts'

type Happened = Parameters<typeof lineOf>[0]
interface Entry {
  notice: Happened
  about: string
  at: string
  isUnread?: boolean
}

/** How far the list goes back, and how long what happened is unread. */
const LISTED_MS = 21 * DAY
const UNREAD_MS = 1.5 * DAY

/** The list of notifications of one person, from what the demo's other tables say. */
export function addNotifications(book: Book, userId: string) {
  const lines = new Map<string, Schema['notification']>()
  const since = book.ago(LISTED_MS)
  const now = book.ago(0)
  const entries = [
    ...threadsFor(book, userId),
    ...commentsFor(book, userId),
    ...messagesFor(book, userId),
    ...moneyFor(book, userId),
    ...drawsFor(book, userId),
    ...eventsFor(book, userId),
  ]
    .filter(({ at }) => at >= since && at <= now)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  for (const { notice, about, at, isUnread = at > book.ago(UNREAD_MS) } of entries) {
    const line = lineOf(notice, about, new Date(at))
    const before = lines.get(line.key)
    const id = before?.id ?? book.newId()
    const times = (before?.times ?? 0) + 1
    lines.set(line.key, { ...line, id, user_id: userId, times, read_at: isUnread ? null : at })
  }
  for (const line of lines.values()) book.add('notification', line)
}

const roomsOf = ({ rows }: Book, userId: string) =>
  new Set(
    rows.membership
      .filter(({ user_id, status }) => user_id === userId && status !== 'left')
      .map(({ room_id }) => room_id),
  )

function threadsFor(book: Book, userId: string): Entry[] {
  const joined = roomsOf(book, userId)
  return book.rows.thread
    .filter(({ room_id, author_id }) => joined.has(room_id) && author_id !== userId)
    .map(({ id, room_id, title, created_at }) => ({
      notice: {
        ...{ notice: 'newThread', roomId: room_id, room: '', roomTitle: '' },
        ...{ threadId: id, title },
      },
      about: id,
      at: created_at,
    }))
}

function commentsFor({ rows }: Book, userId: string): Entry[] {
  const threads = new Map(rows.thread.map((thread) => [thread.id, thread.author_id]))
  const comments = new Map(rows.comment.map((comment) => [comment.id, comment.author_id]))
  return rows.comment
    .filter(({ author_id }) => author_id !== userId)
    .flatMap(({ id, thread_id, parent_id, created_at: at }): Entry[] => {
      const say = (notice: 'comment' | 'reply', of: string): Entry[] => [
        { notice: { notice, subjectId: id, of }, about: id, at },
      ]
      if (parent_id !== null && comments.get(parent_id) === userId) return say('reply', parent_id)
      return threads.get(thread_id) === userId ? say('comment', thread_id) : []
    })
}

function messagesFor({ rows }: Book, userId: string): Entry[] {
  const unread = new Map(
    rows.conversation_member
      .filter(({ user_id }) => user_id === userId)
      .map((mine) => [mine.conversation_id, mine.unread]),
  )
  const kinds = new Map(rows.conversation.map(({ id, kind }) => [id, kind]))
  return rows.message
    .filter(({ conversation_id: id, author_id }) => unread.has(id) && author_id !== userId)
    .map(({ id, conversation_id: conversationId, created_at: at }) => ({
      notice:
        kinds.get(conversationId) === 'announcement'
          ? { notice: 'announcement', conversationId, roomTitle: '', title: '' }
          : { notice: 'message', conversationId, from: '' },
      about: id,
      at,
      isUnread: (unread.get(conversationId) ?? 0) > 0,
    }))
}

function moneyFor({ rows }: Book, userId: string): Entry[] {
  const say = (notice: 'purchased' | 'payoutPaid', id: string, at: string): Entry => ({
    notice: { notice, subjectId: id },
    about: id,
    at,
  })
  return [
    ...rows.order
      .filter(
        ({ buyer_id, kind, state }) =>
          buyer_id === userId && kind !== 'room' && state === 'settled',
      )
      .map(({ id, settled_at, created_at }) => say('purchased', id, settled_at ?? created_at)),
    ...rows.payout
      .filter(({ owner_id, arrived_at }) => owner_id === userId && arrived_at !== null)
      .map(({ id, arrived_at, created_at }) => say('payoutPaid', id, arrived_at ?? created_at)),
  ]
}

/** Results of the lotteries for which the person has applied. */
function drawsFor({ rows }: Book, userId: string): Entry[] {
  const applied = new Map(
    rows.application
      .filter(({ user_id }) => user_id === userId)
      .map(({ digital_ticket_id, public_id }) => [digital_ticket_id, public_id]),
  )
  return rows.lottery
    .filter(({ drawn_at }) => drawn_at !== null)
    .flatMap(({ digital_ticket_id: id, announced_at: at }): Entry[] => {
      const about = applied.get(id)
      const product = { kind: 'digital_ticket', id, room: '' } as const
      return about ? [{ notice: { notice: 'lotteryResult', product, title: '' }, about, at }] : []
    })
}

/** New events of the person's rooms, and the start of those for which they hold a ticket. */
function eventsFor(book: Book, userId: string): Entry[] {
  const joined = roomsOf(book, userId)
  const held = new Set(
    book.rows.entitlement
      .filter(
        ({ user_id, kind, status }) => user_id === userId && kind === 'event' && status === 'valid',
      )
      .map(({ subject_id }) => subject_id),
  )
  return book.rows.event
    .filter(({ status }) => status === 'published')
    .flatMap(({ id, room_id, title, start_at: start, created_at, publishment_flg }): Entry[] => {
      const event = { eventId: id, room: '', title, start }
      const isOnAir = held.has(id) && publishment_flg > 0
      return [
        ...(joined.has(room_id)
          ? [
              {
                notice: { notice: 'newEvent' as const, roomTitle: '', ...event },
                about: id,
                at: created_at,
              },
            ]
          : []),
        ...(isOnAir
          ? [{ notice: { notice: 'eventOnAir' as const, ...event }, about: id, at: start }]
          : []),
      ]
    })
}
