import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { DigitalTicket, TicketType } from '#server/db/schema/tickets.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** The types of these tickets, in their owner's order. */
export const listTypes = (db: Db, ticketIds: string[]): Promise<TicketType[]> =>
  db
    .selectFrom('ticket_type')
    .selectAll()
    .where('digital_ticket_id', 'in', ticketIds)
    .orderBy('digital_ticket_id')
    .orderBy('position')
    .execute()

export const findType = (db: Db, ticketId: string, id: string) =>
  db
    .selectFrom('ticket_type')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether the ticket is sold by types. */
export const hasTypes = (db: Db, ticketId: string): Promise<boolean> =>
  hasRow(
    db.selectFrom('ticket_type').select('id').where('digital_ticket_id', '=', ticketId).limit(1),
  )

/** Takes places of the type; false if it has too few left. The ticket's row is locked. */
export const takePlaces = (tx: Tx, id: string, count: number): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('ticket_type')
      .set((eb) => ({ taken: eb('taken', '+', count) }))
      .where('id', '=', id)
      .where(sql<boolean>`(capacity is null or taken + ${count} <= capacity)`)
      .returning('id'),
  )

/** The tickets that a person holds, or has given to another person. */
const hadBy = (db: Db, userId: string) =>
  db
    .selectFrom('issued_ticket as own')
    .select('own.id')
    .where('own.holder_id', '=', userId)
    .union(
      db
        .selectFrom('transfer as given')
        .select('given.issued_ticket_id as id')
        .where('given.from_id', '=', userId)
        .where('given.status', '=', 'accepted'),
    )

/**
 * Tickets of these types that a person holds, or has given to another person, by type, with the seats of companions
 * that were bought with them.
 */
export async function countHad(
  db: Db,
  userId: string,
  ticketIds: string[],
): Promise<ReadonlyMap<Id, number>> {
  const rows = await db
    .selectFrom('issued_ticket')
    .select([
      'ticket_type_id',
      sql<number>`count(*) + coalesce(sum((select count(*) from companion_seat
        where companion_seat.leader_id = issued_ticket.id
        and companion_seat.state <> 'cancelled')), 0)`.as('had'),
    ])
    .where('digital_ticket_id', 'in', ticketIds)
    .where('ticket_type_id', 'is not', null)
    .where('status', 'in', ['valid', 'used'])
    .where('id', 'in', hadBy(db, userId))
    .groupBy('ticket_type_id')
    .execute()
  return new Map(rows.map(({ ticket_type_id, had }) => [ticket_type_id ?? '', Number(had)]))
}

/** Ids of the ticket's types that were ever ordered, given, won or waited for. */
export async function listOrdered(db: Db, ticketId: string): Promise<ReadonlySet<Id>> {
  const rows = await db
    .selectFrom('ticket_type')
    .select('id')
    .where('digital_ticket_id', '=', ticketId)
    .where(
      sql<boolean>`(exists (select 1 from "order" where "order".ticket_type_id = ticket_type.id)
        or exists (select 1 from issued_ticket where issued_ticket.ticket_type_id = ticket_type.id)
        or exists (select 1 from lottery_group where lottery_group.ticket_type_id = ticket_type.id)
        or exists (select 1 from waitlist where waitlist.ticket_type_id = ticket_type.id)
        or exists (select 1 from seat_offer where seat_offer.ticket_type_id = ticket_type.id))`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the ticket's types of which a ticket was ever issued. */
export async function listIssuedTypes(db: Db, ticketId: string): Promise<ReadonlySet<Id>> {
  const rows = await db
    .selectFrom('issued_ticket')
    .select('ticket_type_id')
    .distinct()
    .where('digital_ticket_id', '=', ticketId)
    .execute()
  return new Set(rows.flatMap(({ ticket_type_id }) => ticket_type_id ?? []))
}

/** 記号 of the ticket's series of 整理番号: its own, unless each of its types has one, then those of its types. */
export async function listPrefixes(
  db: Db,
  { id, number_prefix }: Pick<DigitalTicket, 'id' | 'number_prefix'>,
): Promise<string[]> {
  const types = await listTypes(db, [id])
  const ofTypes = types.length > 0 ? types.map((type) => type.number_prefix) : [null]
  return [...new Set(ofTypes.map((prefix) => prefix ?? number_prefix))]
}

export const insertType = (tx: Tx, row: TicketType) =>
  tx.insertInto('ticket_type').values(row).execute()

export const updateType = (
  tx: Tx,
  id: string,
  row: Omit<TicketType, 'id' | 'digital_ticket_id' | 'taken' | 'waiting' | 'listed' | 'created_at'>,
) => tx.updateTable('ticket_type').set(row).where('id', '=', id).execute()

export const deleteType = (tx: Tx, id: string) =>
  tx.deleteFrom('ticket_type').where('id', '=', id).execute()
