import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { DeviceBinding, DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { holdTicket } from '../issuing/issue-queries.ts'
import { findTicketOf } from './transfer-queries.ts'

export type Bindable = IssuedTicket &
  Pick<
    DigitalTicket,
    'title' | 'opens_at' | 'valid_until' | 'reentry' | 'named' | 'move_wait_hours'
  >

/** Locks the user's own issued ticket; undefined if it is not theirs. */
export async function lockIssued(
  tx: Tx,
  holderId: string,
  id: string,
): Promise<Bindable | undefined> {
  const of = await findTicketOf(tx, holderId, id)
  const ticket = of && (await holdTicket(tx, of.digital_ticket_id))
  if (!ticket) return undefined
  const { title, opens_at, valid_until, reentry, named, move_wait_hours } = ticket
  const issued = await tx
    .updateTable('issued_ticket')
    .set((eb) => ({ generation: eb.ref('generation') }))
    .where('id', '=', id)
    .where('holder_id', '=', holderId)
    .returningAll()
    .executeTakeFirst()
  return issued && { ...issued, title, opens_at, valid_until, reentry, named, move_wait_hours }
}

const bindings = (tx: Tx, issuedId: string) =>
  tx.selectFrom('device_binding').selectAll().where('issued_ticket_id', '=', issuedId)

/** The current binding. */
export const findBinding = (tx: Tx, issuedId: string) =>
  bindings(tx, issuedId).where('revoked_at', 'is', null).executeTakeFirst()

/** Times of recent bindings, newest first. */
export async function boundLately(tx: Tx, issuedId: string, window: TimeWindow, limit: number) {
  const rows = await bindings(tx, issuedId)
    .where(isWithin('created_at', window))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export const setMove = (
  tx: Tx,
  bindingId: string,
  move: Pick<DeviceBinding, 'moves_from' | 'moves_to' | 'moves_by'>,
) => tx.updateTable('device_binding').set(move).where('id', '=', bindingId).execute()

export const revokeBindings = (tx: Tx, issuedId: string, revoked_at: string) =>
  tx
    .updateTable('device_binding')
    .set({ revoked_at })
    .where('issued_ticket_id', '=', issuedId)
    .where('revoked_at', 'is', null)
    .execute()

export const insertBinding = (tx: Tx, row: DeviceBinding) =>
  tx.insertInto('device_binding').values(row).execute()

export const setCode = (
  tx: Tx,
  id: string,
  code: Pick<IssuedTicket, 'credential' | 'generation'>,
) => tx.updateTable('issued_ticket').set(code).where('id', '=', id).execute()
