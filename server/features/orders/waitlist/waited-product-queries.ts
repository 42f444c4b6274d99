import { sql } from 'kysely'
import type { SeatedKind } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { lockSeats } from '../right-queries.ts'

/** A product with its seats and its sale, of both kinds in the same words. */
export type WaitedProduct = NonNullable<Awaited<ReturnType<typeof findEvent>>> & {
  kind: SeatedKind
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
    .select(sql<0 | 1>`0`.as('has_types'))
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
    .select(
      sql<0 | 1>`case when exists (select 1 from ticket_type
        where ticket_type.digital_ticket_id = digital_ticket.id) then 1 else 0 end`.as('has_types'),
    )
    .select(['digital_ticket.starts_at as sells_until', 'digital_ticket.valid_until'])
    .select(['room.state as room_state', 'room.owner_id', 'owner.name as room'])
    .where('digital_ticket.id', '=', id)
    .executeTakeFirst()

export async function find(db: Db, kind: SeatedKind, id: string): Promise<WaitedProduct | null> {
  const row = await (kind === 'event' ? findEvent(db, id) : findTicket(db, id))
  return row ? { ...row, kind } : null
}

/** Locks the product's row, before all else (lock order). */
export async function lock(tx: Tx, kind: SeatedKind, id: string): Promise<WaitedProduct | null> {
  await lockSeats(tx, kind, id)
  return find(tx, kind, id)
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
