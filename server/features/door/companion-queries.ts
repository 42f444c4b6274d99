import type { CompanionSeat } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'

const ofTicket = (db: Db, ticketId: string) =>
  db
    .selectFrom('companion_seat')
    .innerJoin('issued_ticket as leader', 'leader.id', 'companion_seat.leader_id')
    .leftJoin('ticket_type', 'ticket_type.id', 'leader.ticket_type_id')
    .selectAll('companion_seat')
    .select('ticket_type.number_prefix as type_prefix')
    .where('companion_seat.digital_ticket_id', '=', ticketId)

/** A seat, with the 記号 of its type. */
export type NumberedSeat = CompanionSeat & { type_prefix: string | null }

/** Seats that doors may admit without a ticket of their own, or did. */
export const listUnissued = (db: Db, ticketId: string): Promise<NumberedSeat[]> =>
  ofTicket(db, ticketId)
    .where('companion_seat.state', 'in', ['open', 'admitted'])
    .orderBy('companion_seat.seq')
    .execute()

/** Those of these hashes, also ended ones. */
export const listUnissuedBy = (
  db: Db,
  ticketId: string,
  hashes: readonly string[],
): Promise<NumberedSeat[]> =>
  ofTicket(db, ticketId)
    .where('companion_seat.hash', 'in', hashes)
    .where('companion_seat.state', '!=', 'accepted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('issued_ticket')
            .select('issued_ticket.id')
            .whereRef('issued_ticket.hash', '=', 'companion_seat.hash'),
        ),
      ),
    )
    .orderBy('companion_seat.seq')
    .execute()

export const setAdmitted = (
  tx: Tx,
  id: string,
  change: Pick<CompanionSeat, 'state' | 'admitted_at' | 'admitted_gate_id'>,
) => tx.updateTable('companion_seat').set(change).where('id', '=', id).execute()

/** How many such seats there are, and how many were admitted. */
export async function countUnissued(db: Db, ticketId: string) {
  const rows = await db
    .selectFrom('companion_seat')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .where('digital_ticket_id', '=', ticketId)
    .where('state', 'in', ['open', 'admitted'])
    .groupBy('state')
    .execute()
  const of = (state: CompanionSeat['state']) =>
    Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { issued: of('open') + of('admitted'), entered: of('admitted') }
}

/** Seats that were not handed over, with more than one entry, undone or not, or that ended. */
export async function listSuspectSeats(db: Db, ticketId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gate_log')
    .innerJoin('companion_seat', 'companion_seat.hash', 'gate_log.ticket_hash')
    .select(['gate_log.ticket_hash', 'companion_seat.state'])
    .where('companion_seat.digital_ticket_id', '=', ticketId)
    .where('companion_seat.state', '!=', 'accepted')
    .where('gate_log.did', 'in', ['admit', 'override'])
    .groupBy(['gate_log.ticket_hash', 'companion_seat.state'])
    .having((eb) =>
      eb.or([eb(eb.fn.countAll(), '>', 1), eb('companion_seat.state', '=', 'cancelled')]),
    )
    .execute()
  return rows.map(({ ticket_hash }) => ticket_hash)
}
