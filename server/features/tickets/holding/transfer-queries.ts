import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { IssuedTicket, Transfer } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'
import { payingOrder, ticketsFor, typeColumns } from '../queries.ts'

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number]

export const findOpen = (db: Db, issuedId: string) =>
  db
    .selectFrom('transfer')
    .selectAll()
    .where('issued_ticket_id', '=', issuedId)
    .where('status', '=', 'offered')
    .executeTakeFirst()

/** Times of this person's recent offers, newest first. */
export async function offeredLately(tx: Tx, fromId: string, window: TimeWindow, limit: number) {
  const rows = await tx
    .selectFrom('transfer')
    .select('created_at')
    .where('from_id', '=', fromId)
    .where(isWithin('created_at', window))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export const insertOffer = (tx: Tx, row: Transfer) =>
  tx.insertInto('transfer').values(row).execute()

/** Time of the transfer to the current holder; undefined for the first holder. */
export async function takenAt(tx: Tx, issuedId: string): Promise<string | undefined> {
  const last = await tx
    .selectFrom('transfer')
    .select('decided_at')
    .where('issued_ticket_id', '=', issuedId)
    .where('status', '=', 'accepted')
    .orderBy('decided_at', 'desc')
    .executeTakeFirst()
  return last?.decided_at ?? undefined
}

/** Closes an open offer; false if another call was faster. */
export async function decide(
  tx: Tx,
  id: string,
  status: Exclude<Transfer['status'], 'offered'>,
  decided_at: string,
): Promise<boolean> {
  const decided = await tx
    .updateTable('transfer')
    .set({ status, decided_at })
    .where('id', '=', id)
    .where('status', '=', 'offered')
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** Locks the issued ticket of any holder. */
export const lockIssuedById = (tx: Tx, id: string) =>
  tx
    .updateTable('issued_ticket')
    .set((eb) => ({ generation: eb.ref('generation') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const handOver = (
  tx: Tx,
  id: string,
  to: Pick<IssuedTicket, 'holder_id' | 'credential' | 'generation'>,
) => tx.updateTable('issued_ticket').set(to).where('id', '=', id).execute()

/**
 * The digital ticket's id; undefined if the person neither holds the ticket nor had an offer. Later queries run for
 * existing tickets only, so the timing must not reveal to strangers which exist.
 */
export const findTicketOf = (db: Db, userId: string, issuedId: string) =>
  db
    .selectFrom('issued_ticket')
    .select('digital_ticket_id')
    .where('id', '=', issuedId)
    .where((eb) =>
      eb.or([
        eb('holder_id', '=', userId),
        eb.exists(
          eb
            .selectFrom('transfer')
            .select('transfer.id')
            .whereRef('transfer.issued_ticket_id', '=', 'issued_ticket.id')
            .where('transfer.to_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst()

/** Acceptable offers, newest first. */
export const listOffers = (db: Db, toId: string, now: string, { limit, offset }: PageWindow) =>
  ticketsFor(db, toId)
    .innerJoin('issued_ticket', 'issued_ticket.digital_ticket_id', 'digital_ticket.id')
    .innerJoin('transfer', 'transfer.issued_ticket_id', 'issued_ticket.id')
    .innerJoin('user', 'user.id', 'transfer.from_id')
    .leftJoin('ticket_type as type', 'type.id', 'issued_ticket.ticket_type_id')
    .leftJoin('order as paid', (on) => on.on('paid.id', '=', payingOrder))
    .select(typeColumns)
    .select([
      'issued_ticket.id as issued_id',
      'issued_ticket.number',
      'transfer.created_at as offered_at',
    ])
    .select(memberColumns)
    .where('transfer.to_id', '=', toId)
    .where('transfer.status', '=', 'offered')
    .where('issued_ticket.status', '=', 'valid')
    .where('digital_ticket.status', '=', 'published')
    .where('digital_ticket.opens_at', '>', now)
    .orderBy('transfer.created_at', 'desc')
    .orderBy('transfer.id')
    .limit(limit)
    .offset(offset)
    .execute()
