// Seats of companions at the doors. Until one is handed over, gates know it by the hash of the ticket that it will be, and
// log its entry under that: whoever accepts it later has a ticket that was used, by the rules of any ticket.

import { type StoredEntry, scanOutcomeOf } from '#contract/door/log.ts'
import type { GateCompanion } from '#contract/door/verdict.ts'
import { defined } from '#contract/lib/defined.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { ticketNumberOf } from '#server/features/tickets/issuing/ticket-number.ts'
import * as query from './companion-queries.ts'
import type { listEntries } from './log-queries.ts'
import { findTicket } from './queries.ts'

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Seats that were not handed over, by the ticket with which they were bought. */
export async function companionsForDoors(
  tx: Tx,
  ticketId: string,
): Promise<ReadonlyMap<Id, GateCompanion[]>> {
  const seats = await query.listUnissued(tx, ticketId)
  if (seats.length === 0) return new Map()
  const ticket = defined(await findTicket(tx, ticketId), 'the ticket')
  const byLeader = Map.groupBy(seats, ({ leader_id }) => leader_id)
  const present = (seat: query.NumberedSeat): GateCompanion => ({
    hash: seat.hash,
    number: ticketNumberOf(seat.seq, ticket, seat.type_prefix),
    used_at: seat.admitted_at,
    used_gate: seat.admitted_gate_id,
  })
  return new Map([...byLeader].map(([leader, of]) => [leader, of.map(present)]))
}

/** What the logs say of a seat that is not handed over. */
export interface SeatEntries {
  number: string
  admissions: readonly StoredEntry[]
  /** Those before the new lines. */
  before: readonly StoredEntry[]
}

/** Recomputes the entries of these seats from all gate logs, as `settleTickets` does for tickets. */
export async function settleCompanions(
  tx: Tx,
  ticketId: string,
  entries: ReadonlyMap<string, Entry[]>,
  fresh: ReadonlySet<string>,
): Promise<SeatEntries[]> {
  const seats = await query.listUnissuedBy(tx, ticketId, [...entries.keys()])
  if (seats.length === 0) return []
  const ticket = defined(await findTicket(tx, ticketId), 'the ticket')
  const settled: SeatEntries[] = []
  for (const { id, hash, seq, state, type_prefix } of seats) {
    const of = entries.get(hash) ?? []
    const { used, admissions } = scanOutcomeOf(of)
    const next = used ? ('admitted' as const) : ('open' as const)
    await query.setAdmitted(tx, id, {
      admitted_at: used?.at ?? null,
      admitted_gate_id: used?.gate_id ?? null,
      state: state === 'cancelled' ? state : next,
    })
    const before = scanOutcomeOf(of.filter((entry) => !fresh.has(entry.id))).admissions
    settled.push({ number: ticketNumberOf(seq, ticket, type_prefix), admissions, before })
  }
  return settled
}

/** The seats among these hashes, with their numbers. */
export async function companionsBy(db: Db, ticketId: string, hashes: readonly string[]) {
  const seats = await query.listUnissuedBy(db, ticketId, hashes)
  if (seats.length === 0) return []
  const ticket = defined(await findTicket(db, ticketId), 'the ticket')
  return seats.map(({ id, hash, seq, state, type_prefix }) => ({
    ...{ id, hash, number: ticketNumberOf(seq, ticket, type_prefix), order_id: null },
    status: state === 'cancelled' ? ('cancelled' as const) : ('used' as const),
  }))
}
