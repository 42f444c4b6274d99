import { entryOf } from '#contract/lib/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import { sell } from './money.ts'
import type { DemoPerson } from './people.ts'
import { ROOM_PLANS } from './plans/room-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY } from './tables.ts'

export type Membership = Schema['membership']
/** Period of the payments: the longest that a dashboard can show. */
const LEDGER_DAYS = 62
const MONTH_DAYS = 30

/** Memberships of the two fans who can log in; the guest has none. */
const FIXED: Record<string, { room: string; days: number }[]> = {
  haru: [
    { room: 'aoi', days: 214 },
    { room: 'hinata', days: 96 },
    { room: 'yukie', days: 41 },
    { room: 'akari', days: 133 },
    { room: 'sae', days: 18 },
    { room: 'ayumu', days: 9 },
  ],
  aoi: [
    { room: 'akari', days: 300 },
    { room: 'ito', days: 52 },
  ],
}
const NOT_JOINING = ['haru', 'aoi', 'sora', 'unei', 'mouke']

/** Adds the members of every room with their history and payments. */
export function addMembers(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
) {
  for (const plan of ROOM_PLANS) {
    const room = entryOf(rooms, plan.owner)
    const candidates = [...people.values()].filter(({ name }) => name !== plan.owner)
    const anonymous = candidates.filter(({ name }) => /^yoru_\d/.test(name))
    const named = candidates.filter(
      ({ name }) => !/^yoru_\d/.test(name) && !NOT_JOINING.includes(name),
    )
    const joining = [
      ...book.some(named, plan.owner === 'aoi' ? named.length : Math.ceil(plan.anonymousCount / 9)),
      ...book.some(anonymous, plan.anonymousCount),
    ]
    for (const person of joining)
      addMember(book, room, person, Math.min(plan.age - 1, daysAgo(book)))
    for (const [name, places] of Object.entries(FIXED))
      for (const { room: where, days } of places)
        if (where === plan.owner) addMember(book, room, entryOf(people, name), days, 'active')
  }
}

/** Biased to recent days: rooms grow. */
const daysAgo = (book: Book) => Math.max(0.05, 420 * book.random() ** 1.7)

function statusOf(book: Book, room: DemoRoom): Membership['status'] {
  const chance = book.random()
  if (chance < 0.05) return 'left'
  if (room.amount === 0) return 'active'
  return chance < 0.07 ? 'past_due' : 'active'
}

function addMember(
  book: Book,
  room: DemoRoom,
  person: DemoPerson,
  days: number,
  status = statusOf(book, room),
) {
  const paid = room.amount > 0
  const started = days * DAY
  const nextIn = (MONTH_DAYS - (days % MONTH_DAYS)) * DAY
  const id = book.newId()
  book.add('membership', {
    id,
    room_id: room.id,
    user_id: person.id,
    status,
    amount: room.amount,
    current_period_end: paid && status !== 'left' ? book.ago(-nextIn) : null,
    cancel_at_period_end: paid && status === 'active' && book.random() < 0.03 ? 1 : 0,
    subscription_ref: null,
    last_seen_at: book.ago(Math.min(started, book.between(1, 60) * (DAY / 10))),
    joined_at: book.ago(started),
    muted_at: null,
    left_at: status === 'left' ? book.ago(started * book.random() * 0.6) : null,
    past_due_at: status === 'past_due' ? book.ago(DAY) : null,
    reminders: status === 'past_due' ? 1 : 0,
    looked_at: null,
    look: null,
    fee_percent: null,
  })
  if (paid) addPayments(book, room, person, days, status)
}

function addPayments(
  book: Book,
  room: DemoRoom,
  person: DemoPerson,
  days: number,
  status: Membership['status'],
) {
  let first: string | null = null
  for (let at = days; at > 0; at -= MONTH_DAYS) {
    if (at > LEDGER_DAYS || (status === 'left' && at < MONTH_DAYS)) continue
    const late = status === 'past_due' && at < MONTH_DAYS
    const order = sell(book, {
      buyerId: person.id,
      sellerId: room.owner_id,
      kind: 'room',
      productId: room.id,
      title: room.title,
      amount: room.amount,
      at: book.ago(at * DAY),
      state: late ? 'failed' : 'settled',
    })
    first ??= order.id
  }
  book.add('entitlement', {
    id: book.newId(),
    user_id: person.id,
    kind: 'room',
    subject_id: room.id,
    order_id: first,
    number: 0,
    status: status === 'left' ? 'revoked' : 'valid',
    granted_at: book.ago(days * DAY),
    revoked_at: status === 'left' ? book.ago(Math.min(days, 5) * DAY * 0.5) : null,
    is_public: book.rows.user.find(({ id }) => id === person.id)?.publishes_memberships ?? 0,
    live_only: 0,
  })
}

/** People with access to a room: its buyers, talkers and commenters are among them. */
export function readersOf(book: Book, room: DemoRoom): string[] {
  return book.rows.membership
    .filter(
      ({ room_id, status }) =>
        room_id === room.id && (status === 'active' || status === 'past_due'),
    )
    .map(({ user_id }) => user_id)
}
