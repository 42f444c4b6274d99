import { sql } from 'kysely'
import { isEnqueued } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'

/** Tickets whose doors open in that time and whose reminder nobody has begun to send. `keyed`: what its key begins with. */
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
    // Written out: its index is of those alone that are on sale.
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

/** Those who hold one that is good, by their ids, from `after` on. */
export const listGoing = (db: Db, ticketId: Id, after: Id, limit: number) =>
  good(db)
    .select(['issued_ticket.id', 'issued_ticket.holder_id'])
    .where('issued_ticket.digital_ticket_id', '=', ticketId)
    .where('issued_ticket.holder_id', '>', after)
    .orderBy('issued_ticket.holder_id')
    .limit(limit)
    .execute()

/** When the doors open for somebody's ticket that is good. */
export const findGoing = (db: Db, issuedId: Id, holderId: Id) =>
  good(db)
    .select('digital_ticket.opens_at')
    .where('issued_ticket.id', '=', issuedId)
    .where('issued_ticket.holder_id', '=', holderId)
    .executeTakeFirst()
