// Report of a ticket's gates: entries and irregularities.

import { scanOutcomeOf } from '#contract/door/log.ts'
import { defined } from '#contract/lib/defined.ts'
import { TORN_BY_HAND } from '#contract/tickets/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { page } from '#server/http/answers/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as logged from './log-queries.ts'
import * as query from './queries.ts'
import { getVisibleTicket, type Named } from './visible-ticket.ts'

interface Window extends PageWindow {
  gate?: string | undefined
}

/** Tickets with more entries than allowed, each with its entries. */
async function suspects(deps: Deps, ticketId: string) {
  const hashes = [
    ...new Set([
      ...(await logged.listSuspect(deps.read, ticketId)),
      ...(await logged.listTornAndAdmitted(deps.read, ticketId)),
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
  return issued.map(({ id, number, status, hash }) => {
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
    return { number, status, entries: entries.sort((a, b) => (a.at < b.at ? -1 : 1)) }
  })
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
    doubles: all.filter(({ entries }) => entries.length > 1),
    ended: all.filter(
      ({ status, entries }) =>
        (status === 'cancelled' || status === 'transferred') && entries.length > 0,
    ),
    copied: await logged.listCopied(deps.read, params.id),
  }
}
