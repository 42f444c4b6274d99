import { type KeptEntry, type Outcome, outcomeOf } from '#contract/door/log.ts'
import type { Tx } from '#server/db/schema.ts'
import * as query from './log-queries.ts'

/** Somebody went in on a ticket of theirs: told in the transaction in which it became known. */
export interface TicketUsed {
  issuedId: string
  holderId: string
  /** An instant, by the server's clock. */
  usedAt: string
}
export type WhenUsed = (tx: Tx, used: TicketUsed) => Promise<void>

/**
 * What became of these tickets, from everything that any gate wrote of them; `fresh` are the ids of the lines that are
 * new. Returns the 整理番号 of those on which more than one went in. The ticket's row is locked by whoever asks.
 */
export async function settleTickets(
  tx: Tx,
  ticketId: string,
  hashes: readonly string[],
  fresh: ReadonlySet<string>,
  whenUsed: readonly WhenUsed[],
): Promise<string[]> {
  if (hashes.length === 0) return []
  const entries = await query.listEntries(tx, ticketId, hashes)
  const byTicket = Map.groupBy(entries, ({ ticket_hash }) => ticket_hash)
  const counts = new Map<string, number>()
  const doubled: string[] = []
  const touched = await query.listIssuedBy(tx, ticketId, hashes)
  const tears = await query.firstTears(
    tx,
    touched.map(({ id }) => id),
  )
  for (const issued of touched) {
    const of = byTicket.get(issued.hash) ?? []
    const { used: scanned, admissions } = outcomeOf(of)
    const torn = tears.get(issued.id)
    const used = earlier(scanned, torn)
    const before = outcomeOf(of.filter(({ id }) => !fresh.has(id))).admissions
    tally(counts, admissions, 1)
    tally(counts, before, -1)
    if (admissions.length + (torn ? 1 : 0) > 1) doubled.push(issued.number)
    await query.setUsed(tx, issued.id, {
      status: statusAfter(issued.status, used !== null),
      used_at: used?.at ?? null,
      used_gate_id: used?.gate_id ?? null,
    })
    if (used && issued.used_at === null)
      for (const tell of whenUsed)
        await tell(tx, { issuedId: issued.id, holderId: issued.holder_id, usedAt: used.at })
  }
  const moved = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [gateId, by] of moved) await query.countAdmitted(tx, gateId, by)
  return doubled
}

/** A ticket that was torn on its holder's phone is used as well, and at no gate. */
function earlier(scanned: Outcome['used'], torn: string | undefined) {
  if (!torn) return scanned
  return scanned && scanned.at <= torn ? scanned : { at: torn, gate_id: null }
}

/** One that was called back stays so, whoever went in on it: the report says that they did. */
const statusAfter = (status: query.Touched['status'], isUsed: boolean) =>
  status === 'valid' || status === 'used' ? (isUsed ? 'used' : 'valid') : status

function tally(counts: Map<string, number>, admissions: readonly KeptEntry[], by: 1 | -1) {
  for (const { gate_id } of admissions) counts.set(gate_id, (counts.get(gate_id) ?? 0) + by)
}
