import { nextSequence } from '#server/db/counter.ts'
import type {
  CredentialKey,
  DigitalTicket,
  Gate,
  IssuedTicket,
  TicketType,
} from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { seriesStart } from './ticket-number.ts'

/**
 * Locks the ticket's row, which every transaction locks first, and counts a change, so that gates reload the bundle.
 */
export const lockTicket = (tx: Tx, id: string): Promise<DigitalTicket | undefined> =>
  tx
    .updateTable('digital_ticket')
    .set((eb) => ({ door_changes: eb('door_changes', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Locks the row without counting a change, for callers that may change nothing. */
export const holdTicket = (tx: Tx, id: string): Promise<DigitalTicket | undefined> =>
  tx
    .updateTable('digital_ticket')
    .set((eb) => ({ door_changes: eb.ref('door_changes') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Counts a change, for the holder of the lock. */
export const countDoorChange = async (tx: Tx, id: string) => {
  await lockTicket(tx, id)
}

/** Next sequence number of the 整理番号 in its series, given once, in order of issue. `type`: null, or a type's. */
export async function nextSeq(tx: Tx, ticketId: string, type: NumberedType | null) {
  const series = type?.number_series ? type.id : ticketId
  return seriesStart(type) + (await nextSequence(tx, `issued:${series}`))
}

type NumberedType = Pick<TicketType, 'id' | 'number_prefix' | 'number_series'>

/** The type by which a ticket is numbered; null: it has none. */
export const findNumberedType = async (
  db: Db,
  typeId: string | null,
): Promise<NumberedType | null> =>
  typeId === null
    ? null
    : db
        .selectFrom('ticket_type')
        .select(['id', 'number_prefix', 'number_series'])
        .where('id', '=', typeId)
        .executeTakeFirstOrThrow()

export const insertIssued = (tx: Tx, row: IssuedTicket) =>
  tx.insertInto('issued_ticket').values(row).execute()

/** Issued ticket of this order, of any holder; without an order, the holder's. */
export const findOf = (
  db: Db,
  { productId, userId, orderId }: { productId: string; userId: string; orderId: string | null },
  status: IssuedTicket['status'][],
) =>
  db
    .selectFrom('issued_ticket')
    .selectAll()
    .where('digital_ticket_id', '=', productId)
    .where((eb) =>
      orderId === null
        ? eb.and([eb('order_id', 'is', null), eb('holder_id', '=', userId)])
        : eb('order_id', '=', orderId),
    )
    .where('status', 'in', status)
    .orderBy('seq', 'desc')
    .executeTakeFirst()

export const setStatus = (tx: Tx, id: string, status: IssuedTicket['status']) =>
  tx.updateTable('issued_ticket').set({ status }).where('id', '=', id).execute()

/** Active gates, oldest first. */
export const listGates = (db: Db, ticketId: string): Promise<Gate[]> =>
  db
    .selectFrom('gate')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const keysOf = (tx: Tx, ticketId: string) =>
  tx
    .selectFrom('credential_key')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'credential_key.digital_ticket_id')
    .select(['credential_key.id', 'public_key', 'private_key_sealed'])
    .select(['credential_key.created_at', 'digital_ticket.opens_at'])
    .where('digital_ticket_id', '=', ticketId)

/** The key that signs codes now. */
export const findCodeKey = (tx: Tx, ticketId: string) =>
  keysOf(tx, ticketId)
    .where('retired_at', 'is', null)
    .orderBy('credential_key.created_at', 'desc')
    .orderBy('credential_key.id', 'desc')
    .executeTakeFirst()

/** The first key, retired or not. */
export const findFirstKey = (tx: Tx, ticketId: string) =>
  keysOf(tx, ticketId)
    .orderBy('credential_key.created_at')
    .orderBy('credential_key.id')
    .executeTakeFirst()

export const retireKey = (tx: Tx, id: string, retired_at: string) =>
  tx.updateTable('credential_key').set({ retired_at }).where('id', '=', id).execute()

export const insertKey = (tx: Tx, row: CredentialKey) =>
  tx.insertInto('credential_key').values(row).execute()
