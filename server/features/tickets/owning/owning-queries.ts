import type { Insertable, Updateable } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { deleteLottery } from '../lottery/queries.ts'
import { deletePromotionsOf } from '../promotions/queries.ts'

export const insertTicket = (tx: Tx, row: Insertable<Schema['digital_ticket']>) =>
  tx.insertInto('digital_ticket').values(row).execute()

export const updateTicket = (tx: Tx, id: string, row: Updateable<Schema['digital_ticket']>) =>
  tx.updateTable('digital_ticket').set(row).where('id', '=', id).execute()

/** Whether a ticket was ever issued. */
export const wasIssued = (db: Db, ticketId: string): Promise<boolean> =>
  hasRow(
    db.selectFrom('issued_ticket').select('id').where('digital_ticket_id', '=', ticketId).limit(1),
  )

/** The valid tickets of an evening with their holders, by id after `after`. `room`: handle of the owner. */
export const listHeld = (db: Db, ticketId: string, after: string, limit: number) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('user', 'user.id', 'issued_ticket.holder_id')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .select(['issued_ticket.id', 'issued_ticket.holder_id', 'user.email', 'owner.name as room'])
    .where('issued_ticket.digital_ticket_id', '=', ticketId)
    .where('issued_ticket.status', '=', 'valid')
    .where('issued_ticket.id', '>', after)
    .orderBy('issued_ticket.id')
    .limit(limit)
    .execute()

/** Whether there is an order for it, a gate log, or an application in its lottery. */
export async function hasTraces(tx: Tx, ticketId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('order')
    .select('id')
    .where('kind', '=', 'digital_ticket')
    .where('subject_id', '=', ticketId)
    .limit(1)
    .executeTakeFirst()
  const line = await tx
    .selectFrom('gate_log')
    .innerJoin('gate', 'gate.id', 'gate_log.gate_id')
    .select('gate_log.id')
    .where('gate.digital_ticket_id', '=', ticketId)
    .limit(1)
    .executeTakeFirst()
  const application = await tx
    .selectFrom('application')
    .select('public_id')
    .where('digital_ticket_id', '=', ticketId)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined || line !== undefined || application !== undefined
}

/** Deletes the ticket with its gates and keys, and what people told who began to buy it. */
export async function deleteTicket(tx: Tx, id: string) {
  await tx.deleteFrom('entrant').where('digital_ticket_id', '=', id).execute()
  await tx.deleteFrom('gate').where('digital_ticket_id', '=', id).execute()
  await tx.deleteFrom('credential_key').where('digital_ticket_id', '=', id).execute()
  await deleteLottery(tx, id)
  await deletePromotionsOf(tx, id)
  await tx.deleteFrom('ticket_type').where('digital_ticket_id', '=', id).execute()
  await tx.deleteFrom('digital_ticket').where('id', '=', id).execute()
}

export const numberOfIssued = (tx: Tx, id: string) =>
  tx.selectFrom('issued_ticket').select('number').where('id', '=', id).executeTakeFirstOrThrow()

export const listTicketTexts = (db: Db, roomId: string) =>
  db
    .selectFrom('digital_ticket')
    .select(['id', 'title', 'venue', 'about'])
    .where('room_id', '=', roomId)
    .execute()
