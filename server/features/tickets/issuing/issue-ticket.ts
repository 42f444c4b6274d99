import { ticketHash } from '#contract/door/code.ts'
import { homeAmong, spread } from '#contract/door/number-ranges.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Grant } from '#server/features/orders/product.ts'
import type { Deps } from '#server/process/deps.ts'
import { rangeOf } from './gate-range.ts'
import * as query from './issue-queries.ts'
import { claimsOf, signWithKey } from './signing-keys.ts'
import { ticketNumberOf } from './ticket-number.ts'

/**
 * Issues tickets: next 整理番号, its gate, and the code. `reserved`: id and number of a companion's seat. The caller holds
 * the lock on the ticket's row.
 */
export async function issueTicket(
  deps: Deps,
  tx: Tx,
  ticket: DigitalTicket,
  { userId, orderId, ticketTypeId, at }: Pick<Grant, 'userId' | 'orderId' | 'ticketTypeId' | 'at'>,
  reserved?: { id: Id; seq: number },
) {
  const id = reserved?.id ?? deps.newId()
  const type = await query.findNumberedType(tx, ticketTypeId)
  const seq = reserved?.seq ?? (await query.nextSeq(tx, ticket.id, type))
  const number = ticketNumberOf(seq, ticket, type?.number_prefix ?? null)
  const gates = (await query.listGates(tx, ticket.id)).map(rangeOf)
  const credential = await signWithKey(deps, tx, claimsOf(ticket, { id, number }))
  await query.insertIssued(tx, {
    id,
    digital_ticket_id: ticket.id,
    holder_id: userId,
    order_id: orderId,
    ticket_type_id: ticketTypeId,
    seq,
    number,
    gate_hint: homeAmong(number, spread(gates))?.name ?? '',
    status: 'valid',
    credential,
    generation: 0,
    hash: await ticketHash(id),
    issued_at: at,
    used_at: null,
    used_gate_id: null,
  })
  return { id, seq, number }
}
