import { hasRow } from '#server/db/has-row.ts'
import type { CompanionSeat } from '#server/db/schema/tickets.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'
import type { Holder } from '#server/features/orders/refunds/cancel-queries.ts'

export const insertSeats = (tx: Tx, rows: CompanionSeat[]) =>
  tx.insertInto('companion_seat').values(rows).execute()

export const updateSeat = (tx: Tx, id: string, change: Partial<CompanionSeat>) =>
  tx.updateTable('companion_seat').set(change).where('id', '=', id).execute()

/** The seats bought with a ticket, in order of their numbers; cancelled ones, too. */
export const listSeats = (db: Db, leaderId: string): Promise<CompanionSeat[]> =>
  db
    .selectFrom('companion_seat')
    .selectAll()
    .where('leader_id', '=', leaderId)
    .orderBy('seq')
    .execute()

/** Ends the links of the seats that nobody has accepted, as the ticket with which they were bought changes its holder. */
export const unlinkSeats = (tx: Tx, leaderId: string) =>
  tx
    .updateTable('companion_seat')
    .set({ link_hash: null })
    .where('leader_id', '=', leaderId)
    .where('state', '=', 'open')
    .execute()

export const findByLink = (db: Db, link_hash: string) =>
  db.selectFrom('companion_seat').selectAll().where('link_hash', '=', link_hash).executeTakeFirst()

/** The seat of a ticket that was handed over to a companion. */
export const findByTicket = (db: Db, ticketId: string) =>
  db
    .selectFrom('companion_seat')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'accepted')
    .executeTakeFirst()

/** Whether a ticket was handed over by a holder whose own ticket is still valid, so that it ends with that. */
export const isHandedOver = (db: Db, ticketId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('companion_seat')
      .innerJoin('issued_ticket as leader', 'leader.id', 'companion_seat.leader_id')
      .select('companion_seat.id')
      .where('companion_seat.ticket_id', '=', ticketId)
      .where('companion_seat.state', '=', 'accepted')
      .where('leader.status', 'in', ['valid', 'used']),
  )

/** A ticket with which seats were bought, and its holder. */
export const findLeader = (db: Db, issuedId: string) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('user', 'user.id', 'issued_ticket.holder_id')
    .select(memberColumns)
    .select(['issued_ticket.id', 'issued_ticket.digital_ticket_id', 'issued_ticket.holder_id'])
    .select(['issued_ticket.status', 'issued_ticket.ticket_type_id', 'issued_ticket.order_id'])
    .select('issued_ticket.number')
    .where('issued_ticket.id', '=', issuedId)
    .executeTakeFirst()
export type Leader = NonNullable<Awaited<ReturnType<typeof findLeader>>>

/** An issued ticket that exists. */
export const getIssuedById = (db: Db, id: string) =>
  db.selectFrom('issued_ticket').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findIssuedById = (db: Db, id: string) =>
  db.selectFrom('issued_ticket').selectAll().where('id', '=', id).executeTakeFirst()

/** The valid seats of these tickets, each with the holder of its ticket, if it was handed over. */
export const listShown = (db: Db, leaderIds: readonly Id[]) =>
  db
    .selectFrom('companion_seat')
    .leftJoin('issued_ticket', 'issued_ticket.id', 'companion_seat.ticket_id')
    .leftJoin('user', 'user.id', 'issued_ticket.holder_id')
    .select(['companion_seat.id', 'companion_seat.leader_id', 'companion_seat.seq'])
    .select(['companion_seat.state', 'companion_seat.link_hash', 'companion_seat.admitted_at'])
    .select('issued_ticket.used_at')
    .select(memberColumns)
    .where('companion_seat.leader_id', 'in', leaderIds)
    .where('companion_seat.state', '!=', 'cancelled')
    .orderBy('companion_seat.seq')
    .execute()
export type ShownSeat = Awaited<ReturnType<typeof listShown>>[number]

/** The people with whose tickets these tickets were bought, by the ticket that was handed over. */
export const listLeaders = (db: Db, ticketIds: readonly Id[]) =>
  db
    .selectFrom('companion_seat')
    .innerJoin('issued_ticket', 'issued_ticket.id', 'companion_seat.leader_id')
    .innerJoin('user', 'user.id', 'issued_ticket.holder_id')
    .select('companion_seat.ticket_id')
    .select(memberColumns)
    .where('companion_seat.ticket_id', 'in', ticketIds)
    .where('companion_seat.state', '=', 'accepted')
    .execute()

/** Holders of valid tickets that were handed over by the holder of this one, with their right. */
export const listCompanionHolders = (tx: Tx, leaderId: string): Promise<Holder[]> =>
  tx
    .selectFrom('companion_seat')
    .innerJoin('issued_ticket', 'issued_ticket.id', 'companion_seat.ticket_id')
    .innerJoin('user', 'user.id', 'issued_ticket.holder_id')
    .innerJoin('entitlement', (on) =>
      on
        .onRef('entitlement.user_id', '=', 'user.id')
        .on('entitlement.kind', '=', 'digital_ticket')
        .onRef('entitlement.subject_id', '=', 'companion_seat.digital_ticket_id'),
    )
    .select(['entitlement.id', 'entitlement.user_id', 'entitlement.order_id', 'user.email'])
    .where('companion_seat.leader_id', '=', leaderId)
    .where('companion_seat.state', '=', 'accepted')
    .orderBy('entitlement.id')
    .execute()
