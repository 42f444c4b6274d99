import { createHash } from 'node:crypto'
import { ticketHash } from '#contract/door/code.ts'
import type { Schema } from '#server/db/schema.ts'
import { bytesFrom, issue, nextDemoSeq, type Selling } from './issued-tickets.ts'
import { later } from './money.ts'
import { type Book, HOUR } from './tables.ts'

/**
 * Adds the seats that were bought with a ticket: those that the holder with this id has accepted, or (null) whose link is
 * still open.
 */
export async function addCompanions(
  book: Book,
  selling: Selling,
  leader: Schema['issued_ticket'],
  holders: readonly (string | null)[],
): Promise<void> {
  const type = selling.types.find(({ id }) => id === leader.ticket_type_id) ?? null
  for (const holder of holders) {
    const at = later(leader.issued_at, HOUR)
    const accepted =
      holder === null
        ? null
        : await issue(book, selling, {
            ...{ holder, type, at, seats: 0 },
            seq: nextDemoSeq(selling, type),
          })
    if (type && !accepted) type.taken++
    const ticket_id = accepted?.id ?? book.newId()
    book.add('companion_seat', {
      id: book.newId(),
      leader_id: leader.id,
      digital_ticket_id: leader.digital_ticket_id,
      ticket_id,
      hash: await ticketHash(ticket_id),
      seq: accepted?.seq ?? nextDemoSeq(selling, type),
      state: accepted ? 'accepted' : 'open',
      link_hash: createHash('sha256').update(bytesFrom(book, 32)).digest('hex'),
      admitted_at: null,
      admitted_gate_id: null,
      created_at: leader.issued_at,
    })
  }
}
