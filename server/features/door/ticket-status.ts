import { type ScanOutcome, type StoredEntry, scanOutcomeOf } from '#contract/door/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { endListing } from '#server/features/orders/resale/seat-return.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Deps } from '#server/process/deps.ts'
import { settleCompanions } from './companion-doors.ts'
import * as query from './log-queries.ts'
import { resoldSeats } from './resold-seats.ts'

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

/** What the logs and tears say of one ticket. */
interface TicketEntries {
  admissions: number
  number: string
}

/**
 * Recomputes the status of these tickets from all gate logs; `fresh`: ids of the new lines. Returns the 整理番号 of
 * tickets whose seat has more than one entry. The caller holds the lock on the ticket's row.
 */
export async function settleTickets(
  deps: Deps,
  tx: Tx,
  ticketId: string,
  named: readonly string[],
  fresh: ReadonlySet<string>,
): Promise<string[]> {
  if (named.length === 0) return []
  const seats = await resoldSeats(tx, ticketId)
  const hashes = await seats.withOthers(named)
  const entries = await query.listEntries(tx, ticketId, hashes)
  const byTicket = Map.groupBy(entries, ({ ticket_hash }) => ticket_hash)
  const counts = new Map<string, number>()
  const bySeat = new Map<string, TicketEntries[]>()
  const touched = await query.listIssuedBy(tx, ticketId, hashes)
  const tears = await query.firstTears(
    tx,
    touched.map(({ id }) => id),
  )
  for (const issued of touched) {
    const of = byTicket.get(issued.hash) ?? []
    const { used: scanned, admissions } = scanOutcomeOf(of)
    const torn = tears.get(issued.id)
    const before = scanOutcomeOf(of.filter(({ id }) => !fresh.has(id))).admissions
    tally(counts, admissions, 1)
    tally(counts, before, -1)
    const seat = seats.seatOf(issued)
    const entered = { admissions: admissions.length + (torn ? 1 : 0), number: issued.number }
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), entered])
    await settleTicket(deps, tx, ticketId, issued, earlier(scanned, torn))
  }
  const companions = await settleCompanions(tx, ticketId, byTicket, fresh)
  for (const { admissions, before } of companions) {
    tally(counts, admissions, 1)
    tally(counts, before, -1)
  }
  const moved = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [gateId, by] of moved) await query.countAdmitted(tx, gateId, by)
  const doubled = companions.filter(({ admissions }) => admissions.length > 1)
  return [...[...bySeat.values()].flatMap(doubledOf), ...doubled.map(({ number }) => number)]
}

/** Stores the use of a ticket; one that is used leaves 公式リセール. */
async function settleTicket(
  deps: Deps,
  tx: Tx,
  productId: string,
  issued: query.Touched,
  used: ReturnType<typeof earlier>,
) {
  const status = statusAfter(issued.status, used !== null)
  const use = { used_at: used?.at ?? null, used_gate_id: used?.gate_id ?? null }
  await query.setUsed(tx, issued.id, { status, ...use })
  const ticket = { kind: 'digital_ticket', productId, orderId: issued.order_id } as const
  if (status === 'used' && issued.status !== 'used') await endListing(deps, tx, ticket, 'used')
  if (!used || issued.used_at !== null) return
  const { id: issuedId, holder_id: holderId } = issued
  await notifyUsed(deps, tx, { issuedId, holderId, usedAt: used.at })
}

/** The tickets of one seat that were used, if there is more than one entry. */
function doubledOf(tickets: TicketEntries[]): string[] {
  const inside = tickets.filter(({ admissions }) => admissions > 0)
  const total = inside.reduce((sum, { admissions }) => sum + admissions, 0)
  return total > 1 ? inside.map(({ number }) => number) : []
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
