import { type ScanOutcome, type StoredEntry, scanOutcomeOf } from '#contract/door/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './log-queries.ts'

/** The first known entry with a ticket. */
interface TicketUsed {
  issuedId: string
  holderId: string
  /** An instant, by the server's clock. */
  usedAt: string
}

/** Notifies the holder that their ticket was used, in the transaction that records it: it may have been another person. */
async function notifyUsed(deps: Deps, tx: Tx, { issuedId, holderId, usedAt }: TicketUsed) {
  const { title, gate } = await query.findUse(tx, issuedId)
  await enqueueNotification(deps, tx, {
    to: holderId,
    about: issuedId,
    notice: { notice: 'ticketUsed', issuedId, title, at: usedAt, gate: gate ?? '' },
  })
}

/**
 * Recomputes the status of these tickets from all gate logs; `fresh`: ids of the new lines. Returns the 整理番号 of
 * tickets with more than one entry. The caller holds the lock on the ticket's row.
 */
export async function settleTickets(
  deps: Deps,
  tx: Tx,
  ticketId: string,
  hashes: readonly string[],
  fresh: ReadonlySet<string>,
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
    const { used: scanned, admissions } = scanOutcomeOf(of)
    const torn = tears.get(issued.id)
    const used = earlier(scanned, torn)
    const before = scanOutcomeOf(of.filter(({ id }) => !fresh.has(id))).admissions
    tally(counts, admissions, 1)
    tally(counts, before, -1)
    if (admissions.length + (torn ? 1 : 0) > 1) doubled.push(issued.number)
    await query.setUsed(tx, issued.id, {
      status: statusAfter(issued.status, used !== null),
      used_at: used?.at ?? null,
      used_gate_id: used?.gate_id ?? null,
    })
    if (used && issued.used_at === null)
      await notifyUsed(deps, tx, {
        issuedId: issued.id,
        holderId: issued.holder_id,
        usedAt: used.at,
      })
  }
  const moved = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [gateId, by] of moved) await query.countAdmitted(tx, gateId, by)
  return doubled
}

/** The earlier of a scan and a tear on the holder's phone; a tear has no gate. */
function earlier(scanned: ScanOutcome['used'], torn: string | undefined) {
  if (!torn) return scanned
  return scanned && scanned.at <= torn ? scanned : { at: torn, gate_id: null }
}

/** A cancelled ticket stays cancelled despite an entry, which the report shows. */
const statusAfter = (status: query.Touched['status'], isUsed: boolean) =>
  status === 'valid' || status === 'used' ? (isUsed ? 'used' : 'valid') : status

function tally(counts: Map<string, number>, admissions: readonly StoredEntry[], by: 1 | -1) {
  for (const { gate_id } of admissions) counts.set(gate_id, (counts.get(gate_id) ?? 0) + by)
}
