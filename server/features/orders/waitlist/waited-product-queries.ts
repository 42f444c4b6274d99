import { sql } from 'kysely'
import { typedTitle, typeResaleUntil, typeSalesEnd } from '#contract/tickets/ticket-type.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import type { TicketType } from '#server/db/schema/tickets.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { listReserved, type Reserved } from '../resale/lent-seat-queries.ts'
import { lockSeats, type SeatPool } from '../right-queries.ts'

/** The seats of a ticket type, which are seats of the ticket too. */
export interface TypeSeats
  extends Pick<TicketType, 'id' | 'name' | 'taken' | 'listed' | 'waiting'> {
  /** Its own places; null: it shares those of the ticket. */
  capacity: number | null
  /** Listed tickets that nobody is about to buy. */
  lent: number
}

/**
 * A product with its seats and its sale, of both kinds in the same words. An entry ticket with types is one product for
 * each of them, with the sale of the type; `capacity`, `taken`, `listed` and `waiting` are those of the ticket.
 */
export type WaitedProduct = NonNullable<Awaited<ReturnType<typeof findEvent>>> & {
  kind: SeatedKind
  /** Null: without a type, or the whole of a ticket with types. */
  type: TypeSeats | null
  /** When the type is sold first; null: as the product. */
  sells_from: Instant | null
  /** The owner sells the type no more. */
  is_closed: boolean
  /** Listed tickets of other types that nobody is about to buy: their seats are not for this one. */
  lentElsewhere: number
  /** Seats of the ticket that people who wait for other types may get. */
  claimed: number
}

const findEvent = (db: Db, id: string) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select(['event.id', 'event.title', 'event.status', 'event.publishment_flg', 'event.amount'])
    .select(['event.capacity', 'event.taken', 'event.waiting', 'event.offer_hours'])
    .select(['event.sales_end_at as sells_until', 'event.end_at as valid_until'])
    .select(['event.listed', 'event.resale_until'])
    .select(sql<number>`1`.as('max_seats'))
    .select(['room.state as room_state', 'room.owner_id', 'owner.name as room'])
    .where('event.id', '=', id)
    .executeTakeFirst()

const findTicket = (db: Db, id: string) =>
  db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select(['digital_ticket.id', 'digital_ticket.title', 'digital_ticket.status'])
    .select(sql<0>`0`.as('publishment_flg'))
    .select(['digital_ticket.amount', 'digital_ticket.capacity', 'digital_ticket.taken'])
    .select(['digital_ticket.waiting', 'digital_ticket.offer_hours'])
    .select(['digital_ticket.listed', 'digital_ticket.resale_until', 'digital_ticket.max_seats'])
    .select(['digital_ticket.starts_at as sells_until', 'digital_ticket.valid_until'])
    .select(['room.state as room_state', 'room.owner_id', 'owner.name as room'])
    .where('digital_ticket.id', '=', id)
    .executeTakeFirst()

async function findWhole(db: Db, kind: SeatedKind, id: string): Promise<WaitedProduct | null> {
  const row = await (kind === 'event' ? findEvent(db, id) : findTicket(db, id))
  const whole = { type: null, sells_from: null, is_closed: false, lentElsewhere: 0, claimed: 0 }
  return row ? { ...row, ...whole, kind } : null
}

const listTypes = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticket_type')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .orderBy('position')
    .execute()

/** Listed tickets of a type that nobody is about to buy; they are all of today's price. */
const lentOf = ({ id, amount, listed }: TicketType, reserved: Reserved[]) =>
  reserved
    .filter((one) => one.type === id && (one.amount ?? amount) === amount)
    .reduce((left, { seats }) => Math.max(0, left - seats), listed)

/** The ticket as it is sold as each of its types. */
async function asTypes(db: Db, ticket: WaitedProduct): Promise<WaitedProduct[]> {
  const types = await listTypes(db, ticket.id)
  // Nothing is lent while nothing is listed.
  const reserved =
    ticket.listed > 0 ? await listReserved(db, { kind: ticket.kind, subject_id: ticket.id }) : []
  const lent = new Map(types.map((type) => [type.id, lentOf(type, reserved)]))
  const sumOf = (others: TicketType[], count: (type: TicketType) => number) =>
    others.reduce((sum, type) => sum + count(type), 0)
  return types.map((type) => {
    const others = types.filter(({ id }) => id !== type.id)
    const { id, name, capacity, taken, listed, waiting } = type
    const sells_until = typeSalesEnd(type, { starts_at: ticket.sells_until })
    return {
      ...ticket,
      title: typedTitle(ticket.title, name),
      amount: type.amount,
      sells_from: type.sales_from,
      sells_until,
      is_closed: type.closed === 1,
      resale_until: typeResaleUntil(ticket.resale_until, sells_until),
      max_seats: Math.min(ticket.max_seats, type.per_person ?? ticket.max_seats),
      type: { id, name, capacity, taken, listed, waiting, lent: lent.get(id) ?? 0 },
      lentElsewhere: sumOf(others, (other) => lent.get(other.id) ?? 0),
      claimed: sumOf(others, (other) => claimOf(other, ticket)),
    }
  })
}

/** Seats of the ticket that the line of a type may get: as many as it has places, or all. */
const claimOf = (type: TicketType, ticket: WaitedProduct) =>
  type.waiting === 0
    ? 0
    : type.capacity === null
      ? ticket.capacity
      : Math.max(0, type.capacity - type.taken - type.listed)

/** `type`: as it is sold as this one; null: the whole. Null if there is no such product. */
export async function find(
  db: Db,
  kind: SeatedKind,
  id: string,
  type: Id | null = null,
): Promise<WaitedProduct | null> {
  const whole = await findWhole(db, kind, id)
  if (!whole || type === null) return whole
  return (await asTypes(db, whole)).find((one) => one.type?.id === type) ?? null
}

/** All that people wait for: the types of a ticket, and then the whole. */
export async function listPools(db: Db, kind: SeatedKind, id: string): Promise<WaitedProduct[]> {
  const whole = await findWhole(db, kind, id)
  if (!whole) return []
  return kind === 'event' ? [whole] : [...(await asTypes(db, whole)), whole]
}

export const poolOf = ({ kind, id, type }: WaitedProduct): SeatPool => ({
  kind,
  subject_id: id,
  ticket_type_id: type?.id ?? null,
})

/** Locks the product's row, before all else (lock order). */
export async function lock(
  tx: Tx,
  kind: SeatedKind,
  id: string,
  type: Id | null = null,
): Promise<WaitedProduct | null> {
  await lockSeats(tx, kind, id)
  return find(tx, kind, id, type)
}

const SELLS_UNTIL = {
  event: 'event.sales_end_at',
  digital_ticket: 'digital_ticket.starts_at',
} as const

/** The sale is over or cancelled. An event's also ends with its stream. */
const isOver = (kind: SeatedKind, now: string) => {
  const ended = sql<boolean>`(${sql.ref(`${kind}.status`)} = 'cancelled'
    or ${sql.ref(SELLS_UNTIL[kind])} <= ${now})`
  return kind === 'event' ? sql<boolean>`(${ended} or event.publishment_flg > 1)` : ended
}

/** Products in whose line it is somebody's turn, or whose line ends. */
export const listDue = (db: Db, kind: SeatedKind, now: string, limit: number) =>
  db
    .selectFrom(kind)
    .select('id')
    // Spelled out, for the partial index.
    .where(sql<boolean>`${sql.ref(`${kind}.waiting`)} > 0`)
    .where((eb) => eb.or([eb('taken', '<', eb.ref('capacity')), isOver(kind, now)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Products with an open offer whose sale is over. */
export const listOverWithOffers = (db: Db, kind: SeatedKind, now: string, limit: number) =>
  db
    .selectFrom('seat_offer')
    .select('seat_offer.subject_id as id')
    .distinct()
    .where('seat_offer.kind', '=', kind)
    .where('seat_offer.closed_at', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from ${sql.table(kind)}
        where ${sql.ref(`${kind}.id`)} = seat_offer.subject_id and ${isOver(kind, now)})`,
    )
    .limit(limit)
    .execute()

const isTypeOver = (now: string) =>
  sql<boolean>`(ticket_type.closed = 1 or ticket_type.sales_until <= ${now})`

/** Tickets with a type whose sale is over, and that people wait for, or of which tickets are listed. */
export const listTypesOver = (
  db: Db,
  counter: 'waiting' | 'listed',
  now: string,
  limit: number,
): Promise<{ id: Id }[]> =>
  db
    .selectFrom('ticket_type')
    .select('digital_ticket_id as id')
    .distinct()
    // Spelled out, for the partial indexes.
    .where(sql<boolean>`${sql.ref(`ticket_type.${counter}`)} > 0`)
    .where(isTypeOver(now))
    .limit(limit)
    .execute()

/** Tickets with an open offer of a type whose sale is over. What was won in a lottery is sold at any time. */
export const listTypesOverWithOffers = (
  db: Db,
  now: string,
  limit: number,
): Promise<{ id: Id }[]> =>
  db
    .selectFrom('seat_offer')
    .innerJoin('ticket_type', 'ticket_type.id', 'seat_offer.ticket_type_id')
    .select('seat_offer.subject_id as id')
    .distinct()
    .where('seat_offer.closed_at', 'is', null)
    .where('seat_offer.drawn', '=', 0)
    .where(isTypeOver(now))
    .limit(limit)
    .execute()
