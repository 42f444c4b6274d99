import { sql } from 'kysely'
import { isEnqueued } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'

/** Tickets whose doors open in that interval, without an enqueued reminder. `keyed`: prefix of the outbox key. */
export const listOpening = (
  db: Db,
  { from, to }: { from: Instant; to: Instant },
  keyed: string,
  limit: number,
) =>
  db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .select(['digital_ticket.id', 'digital_ticket.opens_at'])
    // A literal, not a parameter: the partial index has this condition.
    .where('digital_ticket.status', '=', sql.lit('published'))
    .where('digital_ticket.opens_at', '>=', from)
    .where('digital_ticket.opens_at', '<', to)
    .where('room.state', '<>', 9)
    .where(({ not }) =>
      not(isEnqueued(sql<string>`${keyed} || digital_ticket.id || ':' || digital_ticket.opens_at`)),
    )
    .orderBy('digital_ticket.opens_at')
    .limit(limit)
    .execute()

export const findOpening = (db: Db, id: Id) =>
  db
    .selectFrom('digital_ticket')
    .select(['id', 'title', 'opens_at', 'valid_until', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()

const good = (db: Db) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .where('issued_ticket.status', '=', 'valid')
    .where('digital_ticket.status', '=', 'published')

/** Holders of valid tickets; sorted by id, starting after `after`. */
export const listGoing = (db: Db, ticketId: Id, after: Id, limit: number) =>
  good(db)
    .leftJoin('ticket_type', 'ticket_type.id', 'issued_ticket.ticket_type_id')
    .select(['issued_ticket.id', 'issued_ticket.holder_id', 'ticket_type.name as type'])
    .where('issued_ticket.digital_ticket_id', '=', ticketId)
    .where('issued_ticket.holder_id', '>', after)
    .orderBy('issued_ticket.holder_id')
    .limit(limit)
    .execute()

/** Opening time of the doors for a valid ticket of this person. */
export const findGoing = (db: Db, issuedId: Id, holderId: Id) =>
  good(db)
    .select('digital_ticket.opens_at')
    .where('issued_ticket.id', '=', issuedId)
    .where('issued_ticket.holder_id', '=', holderId)
    .executeTakeFirst()
