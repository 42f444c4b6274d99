import type { Schema } from '#server/db/schema.ts'
import type { Book } from './tables.ts'

/** Counts rows per key. */
function tally<T>(rows: T[], keyOf: (row: T) => string | false): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== false) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Sets every visible counter from its rows. */
export function settleCounters({ rows, now }: Book) {
  const followers = tally(rows.follow, ({ followee_id }) => followee_id)
  const following = tally(rows.follow, ({ follower_id }) => follower_id)
  const unread = new Map<string, number>()
  for (const row of rows.conversation_member)
    unread.set(row.user_id, (unread.get(row.user_id) ?? 0) + row.unread)
  for (const user of rows.user) {
    user.followers = followers.get(user.id) ?? 0
    user.following = following.get(user.id) ?? 0
    user.unread_messages = unread.get(user.id) ?? 0
  }
  settleRooms(rows)
  settleSeats(rows, now)
}

function settleRooms(rows: Book['rows']) {
  const isMember = ({ status }: Schema['membership']) =>
    status === 'active' || status === 'past_due'
  const members = tally(rows.membership, (row) => isMember(row) && row.room_id)
  for (const room of rows.room) {
    room.subscribers = members.get(room.id) ?? 0
    for (const { room_id, created_at } of rows.thread)
      if (room_id === room.id && created_at > (room.last_posted_at ?? ''))
        room.last_posted_at = created_at
  }
  const comments = tally(rows.comment, ({ thread_id }) => thread_id)
  const reactions = tally(rows.reaction, ({ thread_id }) => thread_id)
  for (const thread of rows.thread) {
    thread.comments = comments.get(thread.id) ?? 0
    thread.reactions = reactions.get(thread.id) ?? 0
  }
}

/** Seats taken by entitlements, or reserved for payments. */
function settleSeats(rows: Book['rows'], now: number) {
  const rights = tally(
    rows.entitlement,
    ({ status, subject_id }) => status === 'valid' && subject_id,
  )
  const held = tally(
    rows.hold,
    (hold) => hold.released_at === null && Date.parse(hold.expires_at) > now && hold.subject_id,
  )
  const numbers = new Map<string, number>()
  for (const { subject_id, number } of rows.entitlement)
    numbers.set(subject_id, Math.max(number, numbers.get(subject_id) ?? 0))
  for (const event of rows.event) {
    event.participants = rights.get(event.id) ?? 0
    event.last_number = numbers.get(event.id) ?? 0
    event.taken = event.participants + (held.get(event.id) ?? 0)
  }
  const issued = tally(
    rows.issued_ticket,
    ({ status, digital_ticket_id }) =>
      (status === 'valid' || status === 'used') && digital_ticket_id,
  )
  const unaccepted = tally(
    rows.companion_seat,
    ({ state, digital_ticket_id }) => state === 'open' && digital_ticket_id,
  )
  const offered = tally(
    rows.seat_offer,
    ({ closed_at, subject_id }) => closed_at === null && subject_id,
  )
  for (const ticket of rows.digital_ticket)
    ticket.taken = [issued, unaccepted, offered].reduce(
      (sum, seats) => sum + (seats.get(ticket.id) ?? 0),
      0,
    )
}
