// Report of a ticket's gates: entries and irregularities.

import { type Did, scanOutcomeOf } from '#contract/door/log.ts'
import { defined } from '#contract/lib/defined.ts'
import { TORN_BY_HAND } from '#contract/tickets/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { page } from '#server/http/answers/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { companionsBy } from './companion-doors.ts'
import { listSuspectSeats } from './companion-queries.ts'
import * as logged from './log-queries.ts'
import * as query from './queries.ts'
import { resoldSeats } from './resold-seats.ts'
import { getVisibleTicket, type Named } from './visible-ticket.ts'

interface Window extends PageWindow {
  gate?: string | undefined
}

interface Suspect {
  number: string
  status: logged.Touched['status']
  entries: { gate: string; at: string; did: Did }[]
}

type SuspectTicket = Pick<logged.Touched, 'id' | 'number' | 'status' | 'hash' | 'order_id'>

const inTime = (entries: Suspect['entries']) => entries.sort((a, b) => (a.at < b.at ? -1 : 1))

/** Tickets that may have more entries than allowed, each with its entries, by seat. */
async function suspects(deps: Deps, ticketId: string): Promise<Suspect[][]> {
  const seats = await resoldSeats(deps.read, ticketId)
  const hashes = [
    ...new Set([
      ...(await logged.listSuspect(deps.read, ticketId)),
      ...(await logged.listTornAndAdmitted(deps.read, ticketId)),
      ...(await seats.all()),
      ...(await listSuspectSeats(deps.read, ticketId)),
    ]),
  ]
  if (hashes.length === 0) return []
  const names = await logged.gateNames(deps.read, ticketId)
  const entries = await logged.listEntries(deps.read, ticketId, hashes)
  const byTicket = Map.groupBy(entries, ({ ticket_hash }) => ticket_hash)
  const issued = await logged.listIssuedBy(deps.read, ticketId, hashes)
  const tears = await logged.firstTears(
    deps.read,
    issued.map(({ id }) => id),
  )
  const companions = await companionsBy(deps.read, ticketId, hashes)
  const present = ({ id, number, status, hash }: SuspectTicket): Suspect => {
    const scans = scanOutcomeOf(byTicket.get(hash) ?? []).admissions.map(
      ({ gate_id, happened_at: at, did }) => ({
        gate: defined(names.get(gate_id), `the gate ${gate_id}`),
        at,
        did,
      }),
    )
    const torn = tears.get(id)
    const entries = torn
      ? [...scans, { gate: TORN_BY_HAND, at: torn, did: 'admit' as const }]
      : scans
    return { number, status, entries: inTime(entries) }
  }
  const bySeat = Map.groupBy<string, SuspectTicket>([...issued, ...companions], seats.seatOf)
  return [...bySeat.values()].map((of) => of.map(present))
}

/** The entries on one seat, under the numbers of its tickets that were used. */
function seatEntries(tickets: Suspect[]): Suspect {
  const inside = tickets.filter(({ entries }) => entries.length > 0)
  const last = defined(inside.at(-1) ?? tickets.at(-1), 'a ticket of the seat')
  return {
    number: inside.map(({ number }) => number).join('・') || last.number,
    status: last.status,
    entries: inTime(inside.flatMap(({ entries }) => entries)),
  }
}

export async function lines(deps: Deps, viewer: Viewer, params: Named, paging: Window) {
  await getVisibleTicket(deps.read, viewer, params)
  return page(paging, (window) => logged.listLines(deps.read, params.id, window))
}

export async function report(deps: Deps, viewer: Viewer, params: Named) {
  const ticket = await getVisibleTicket(deps.read, viewer, params)
  const did = await logged.countDid(deps.read, params.id)
  const all = await suspects(deps, params.id)
  return {
    capacity: ticket.capacity,
    ...(await query.countTickets(deps.read, params.id)),
    overrides: did.get('override') ?? 0,
    reentries: did.get('reenter') ?? 0,
    doubles: all.map(seatEntries).filter(({ entries }) => entries.length > 1),
    ended: all
      .flat()
      .filter(
        ({ status, entries }) =>
          (status === 'cancelled' || status === 'transferred') && entries.length > 0,
      ),
    copied: await logged.listCopied(deps.read, params.id),
  }
}
