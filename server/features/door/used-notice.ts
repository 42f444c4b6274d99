import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { postNotice } from '#server/features/push/post.ts'
import type { WhenUsed } from './settling.ts'

/** What a ticket is called, and the door that somebody went in by; on their own phone there is none. */
const findUsed = (tx: Tx, issuedId: Id) =>
  tx
    .selectFrom('issued_ticket')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .leftJoin('gate', 'gate.id', 'issued_ticket.used_gate_id')
    .select(['digital_ticket.title', 'gate.name as gate'])
    .where('issued_ticket.id', '=', issuedId)
    .executeTakeFirst()

/** Tells holders that somebody went in on their ticket: they know whether it was they. */
export const usedNotice =
  (deps: Pick<Deps, 'newId' | 'clock'>): WhenUsed =>
  async (tx, { issuedId, holderId, usedAt }) => {
    const used = await findUsed(tx, issuedId)
    if (!used) return
    const { title, gate } = used
    await postNotice(deps, tx, {
      to: holderId,
      about: `${issuedId}:${usedAt}`,
      notice: { notice: 'ticketUsed', issuedId, title, at: usedAt, gate: gate ?? '' },
    })
  }
