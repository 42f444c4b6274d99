import { nextOf } from '#server/db/counter.ts'
import type { CredentialKey, DigitalTicket, Gate, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * Locks the ticket's row first, as everybody does, and tells how it stands. Whoever does that changes something, and
 * its doors ask anew.
 */
export const lockTicket = (tx: Tx, id: string): Promise<DigitalTicket | undefined> =>
  tx
    .updateTable('digital_ticket')
    .set((eb) => ({ door_changes: eb('door_changes', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The same for who may find that there is nothing to change; what does change is then theirs to count. */
export const holdTicket = (tx: Tx, id: string): Promise<DigitalTicket | undefined> =>
  tx
    .updateTable('digital_ticket')
    .set((eb) => ({ door_changes: eb.ref('door_changes') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** For whoever holds the row, and did change something. */
export const countDoorChange = async (tx: Tx, id: string) => {
  await lockTicket(tx, id)
}

/** 整理番号 are given once, in the order in which they are issued. */
export const nextSeq = (tx: Tx, ticketId: string) => nextOf(tx, `issued:${ticketId}`)

export const insertIssued = (tx: Tx, row: IssuedTicket) =>
  tx.insertInto('issued_ticket').values(row).execute()

/** Of this order, whoever holds it today; of a gift, the holder's. */
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

/** Gates that work, in the order in which they were made. */
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

/** The one that signs codes now. */
export const findCodeKey = (tx: Tx, ticketId: string) =>
  keysOf(tx, ticketId)
    .where('retired_at', 'is', null)
    .orderBy('credential_key.created_at', 'desc')
    .orderBy('credential_key.id', 'desc')
    .executeTakeFirst()

/** Retired or not. */
export const findFirstKey = (tx: Tx, ticketId: string) =>
  keysOf(tx, ticketId)
    .orderBy('credential_key.created_at')
    .orderBy('credential_key.id')
    .executeTakeFirst()

export const retireKey = (tx: Tx, id: string, retired_at: string) =>
  tx.updateTable('credential_key').set({ retired_at }).where('id', '=', id).execute()

export const insertKey = (tx: Tx, row: CredentialKey) =>
  tx.insertInto('credential_key').values(row).execute()
