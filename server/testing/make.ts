import { type Insertable, sql } from 'kysely'
import { INITIAL_FEE_PERCENT } from '#contract/service-fee/limits.ts'
import { nextSequence } from '#server/db/counter.ts'
import type { Schema } from '#server/db/schema.ts'
import { putTags } from '#server/db/tags.ts'
import { transact } from '#server/db/transact.ts'
import { eventText } from '#server/features/events/present.ts'
import { userText } from '#server/features/profile/member.ts'
import { roomText } from '#server/features/rooms/present.ts'
import { indexTicket } from '#server/features/tickets/search-text.ts'
import { addRow } from './rows.ts'
import type { World } from './world.ts'

export type Row<T extends keyof Schema> = Partial<Insertable<Schema[T]>>
type Counted = 'room' | 'event' | 'thread' | 'digital_ticket' | 'user'

const HOUR = 3_600_000
let sequence = 0
const nextId = (what: string) => `${what}-${String(++sequence).padStart(6, '0')}`

const now = (world: World) => world.clock.now().toISOString()
/** Instant relative to the world's time. */
export const inHours = (world: World, hours: number) =>
  new Date(world.clock.now().getTime() + hours * HOUR).toISOString()

async function count(world: World, table: Counted, id: string, column: string, by = 1) {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
    where id = ${id}`.execute(world.db)
}

async function found<T extends Counted>(world: World, table: T, id: string): Promise<Schema[T]> {
  const { rows } = await sql<Schema[T]>`select * from ${sql.table(table)} where id = ${id}`.execute(
    world.db,
  )
  return rows[0]!
}

/** A user whose id, and by default handle, is `name`. */
export async function makeUser(world: World, name: string, row: Row<'user'> = {}) {
  await addRow(world.db, 'user', { ...row, id: name })
  const user = await found(world, 'user', name)
  await world.db
    .transaction()
    .execute((tx) => world.engine.search.put(tx, 'user', name, userText(user)))
  return user
}

/** A room and its owner; its id is `room-<owner>`, its path the owner's handle. */
export async function makeRoom(world: World, owner: string, row: Row<'room'> = {}) {
  const id = `room-${owner}`
  const user = await makeUser(world, owner)
  const at = now(world)
  const times = { created_at: at, updated_at: at }
  await addRow(world.db, 'room', { ...times, ...row, id, owner_id: owner })
  const room = await found(world, 'room', id)
  await transact(world.db, async (tx) => {
    await putTags(tx, 'room', id, room.tags)
    await world.engine.search.put(tx, 'room', id, roomText(room, user))
  })
  return room
}

/** Makes `user` a member of `roomId`; active and past due members are counted. */
export async function makeMember(
  world: World,
  roomId: string,
  user: string,
  row: Row<'membership'> = {},
) {
  const at = now(world)
  const status = row.status ?? 'active'
  await world.add('membership', {
    id: nextId('membership'),
    room_id: roomId,
    user_id: user,
    status,
    amount: 0,
    current_period_end: null,
    cancel_at_period_end: 0,
    subscription_ref: null,
    last_seen_at: at,
    joined_at: at,
    left_at: null,
    past_due_at: status === 'past_due' ? at : null,
    reminders: 0,
    looked_at: null,
    look: null,
    fee_percent: row.subscription_ref ? INITIAL_FEE_PERCENT : null,
    ...row,
  })
  if (status === 'active' || status === 'past_due')
    await count(world, 'room', roomId, 'subscribers')
}

export const makeStaff = (
  world: World,
  roomId: string,
  user: string,
  role: Schema['room_staff']['role'],
) => world.add('room_staff', { room_id: roomId, user_id: user, role, created_at: now(world) })

/** An event of `roomId`, by default tomorrow with ten seats. */
export async function makeEvent(world: World, roomId: string, row: Row<'event'> = {}) {
  const id = row.id ?? nextId('event')
  const times = {
    start_at: inHours(world, 24),
    end_at: inHours(world, 26),
    sales_end_at: inHours(world, 24),
    created_at: now(world),
    updated_at: now(world),
  }
  await addRow(world.db, 'event', { ...times, ...row, id, room_id: roomId })
  const event = await found(world, 'event', id)
  const room = await found(world, 'room', roomId)
  await transact(world.db, async (tx) => {
    await putTags(tx, 'event', id, event.tags)
    await world.engine.search.put(tx, 'event', id, eventText(event, room))
  })
  return event
}

/** An event ticket of `user`: the entitlement to watch. */
export async function makeTicket(
  world: World,
  eventId: string,
  user: string,
  row: Row<'entitlement'> = {},
) {
  const event = await found(world, 'event', eventId)
  await world.add('entitlement', {
    id: nextId('ticket'),
    user_id: user,
    kind: 'event',
    subject_id: eventId,
    order_id: null,
    number: event.last_number + 1,
    status: 'valid',
    granted_at: now(world),
    revoked_at: null,
    is_public: 0,
    live_only: 0,
    ...row,
  })
  await count(world, 'event', eventId, 'last_number')
  if (row.status === 'revoked') return
  await count(world, 'event', eventId, 'taken')
  await count(world, 'event', eventId, 'participants')
}

export async function makeThread(
  world: World,
  roomId: string,
  author: string,
  row: Row<'thread'> = {},
) {
  const id = row.id ?? nextId('thread')
  const times = { created_at: now(world), updated_at: now(world) }
  await addRow(world.db, 'thread', { ...times, ...row, id, room_id: roomId, author_id: author })
  return found(world, 'thread', id)
}

export async function makeComment(
  world: World,
  threadId: string,
  author: string,
  row: Row<'comment'> = {},
) {
  const id = row.id ?? nextId('comment')
  await world.add('comment', {
    id,
    thread_id: threadId,
    author_id: author,
    parent_id: null,
    client_id: null,
    text: 'ほんとうに',
    created_at: now(world),
    ...row,
  })
  await count(world, 'thread', threadId, 'comments')
  return id
}

export async function makeReaction(world: World, threadId: string, user: string) {
  await world.add('reaction', { thread_id: threadId, user_id: user, created_at: now(world) })
  await count(world, 'thread', threadId, 'reactions')
}

export async function makeFollow(world: World, follower: string, followee: string, at?: string) {
  const created_at = at ?? now(world)
  await world.add('follow', { follower_id: follower, followee_id: followee, created_at })
  await count(world, 'user', follower, 'following')
  await count(world, 'user', followee, 'followers')
}

export async function makeDigitalTicket(
  world: World,
  roomId: string,
  row: Row<'digital_ticket'> = {},
) {
  const id = row.id ?? nextId('digital')
  const times = {
    opens_at: inHours(world, 23),
    starts_at: inHours(world, 24),
    valid_until: inHours(world, 28),
  }
  await addRow(world.db, 'digital_ticket', { ...times, ...row, id, room_id: roomId })
  const ticket = await found(world, 'digital_ticket', id)
  const room = await found(world, 'room', roomId)
  await transact(world.db, (tx) => indexTicket(world, tx, ticket, room))
  return ticket
}

/** Makes `owner` a seller with the account `acct_<owner>`. */
export const makeSeller = (world: World, owner: string, row: Row<'seller_account'> = {}) =>
  world.add('seller_account', {
    user_id: owner,
    account_ref: `acct_${owner}`,
    state: 'ready',
    reasons: '[]',
    charges_enabled: 1,
    jcb_payments: 0,
    konbini_payments: 0,
    seller: '{}',
    invoice_number: null,
    updated_at: now(world),
    payouts_enabled: 1,
    payout_day: null,
    terms_accepted_at: null,
    shown_hash: null,
    ...row,
  })

/** An issued digital ticket. */
export async function makeIssued(
  world: World,
  ticketId: string,
  holder: string,
  row: Row<'issued_ticket'> = {},
) {
  const id = row.id ?? nextId('issued')
  const seq = row.seq ?? (await transact(world.db, (tx) => nextSequence(tx, `issued:${ticketId}`)))
  await world.add('issued_ticket', {
    id,
    digital_ticket_id: ticketId,
    holder_id: holder,
    order_id: null,
    seq,
    number: `A ${seq}`,
    gate_hint: 'A入口',
    status: 'valid',
    credential: `code ${id}`,
    generation: 0,
    hash: id,
    issued_at: now(world),
    used_at: null,
    used_gate_id: null,
    ...row,
  })
  const status = row.status ?? 'valid'
  if (status === 'valid' || status === 'used')
    await count(world, 'digital_ticket', ticketId, 'taken')
  return id
}

/** A settled order with its ledger entries; `net` is the seller's part. */
export async function makeSale(
  world: World,
  { net = 800, ...row }: Row<'order'> & { buyer_id: string; seller_id: string; net?: number },
) {
  const id = row.id ?? nextId('order')
  const at = row.settled_at ?? now(world)
  const amount = row.amount ?? 1_000
  await world.add('order', {
    id,
    kind: 'room',
    subject_id: 'nothing',
    seats: 1,
    amount,
    state: 'settled',
    refunded_amount: 0,
    snapshot: '{"title":""}',
    snapshot_hash: '',
    created_at: at,
    settled_at: at,
    fee_percent: INITIAL_FEE_PERCENT,
    ...row,
  })
  const sides = { buyer: -amount, seller: net, platform_fee: amount - net } as const
  for (const [account, yen] of Object.entries(sides))
    await world.add('ledger_entry', {
      id: nextId('entry'),
      movement_id: `move-${id}`,
      owner_id: row.seller_id,
      order_id: id,
      account: account as 'buyer',
      kind: 'sale',
      amount: yen,
      occurred_at: at,
    })
  return id
}

/** A conversation of `members`, with the number of unread messages of each; the list shows the last of `said`. */
export async function makeConversation(
  world: World,
  members: Record<string, number>,
  messages: { by: string | null; text: string; at?: string }[],
  row: Row<'conversation'> = {},
) {
  const id = row.id ?? nextId('conversation')
  const last = messages.at(-1)
  const last_at = last?.at ?? now(world)
  await world.add('conversation', {
    id,
    kind: 'room',
    room_id: null,
    member_id: null,
    title: '',
    created_at: last_at,
    last_text: last?.text ?? '',
    last_at,
    ...row,
  })
  for (const { by, text, at } of messages)
    await world.add('message', {
      id: nextId('message'),
      conversation_id: id,
      author_id: by,
      text,
      created_at: at ?? now(world),
    })
  for (const [user, unread] of Object.entries(members)) {
    await world.add('conversation_member', {
      conversation_id: id,
      user_id: user,
      unread,
      last_read_at: null,
    })
    await count(world, 'user', user, 'unread_messages', unread)
  }
  return id
}
