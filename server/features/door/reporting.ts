import { defined } from '#contract/defined.ts'
import { scanOutcomeOf } from '#contract/door/log.ts'
import { TORN_BY_HAND } from '#contract/tickets/messages.ts'
import { page } from '#server/http/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { getVisibleTicket, type Named } from './access.ts'
import * as logged from './log-queries.ts'
import * as query from './queries.ts'

interface Window {
  limit: number
  offset: number
  gate?: string | undefined
}

/** Report of a ticket's gates: entries and irregularities. */
export function doorReporting({ read }: Pick<Deps, 'read'>) {
  /** Tickets with more entries than allowed, each with its entries. */
  async function suspects(ticketId: string) {
    const hashes = [
      ...new Set([
        ...(await logged.listSuspect(read, ticketId)),
        ...(await logged.listTornAndAdmitted(read, ticketId)),
      ]),
    ]
    if (hashes.length === 0) return []
    const names = await logged.gateNames(read, ticketId)
    const entries = await logged.listEntries(read, ticketId, hashes)
    const byTicket = Map.groupBy(entries, ({ ticket_hash }) => ticket_hash)
    const issued = await logged.listIssuedBy(read, ticketId, hashes)
    const tears = await logged.firstTears(
      read,
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

  return {
    async lines(viewer: Viewer, params: Named, window: Window) {
      await getVisibleTicket(read, viewer, params)
      return page(window, (limit) => logged.listLines(read, params.id, { ...window, limit }))
    },

    async report(viewer: Viewer, params: Named) {
      const ticket = await getVisibleTicket(read, viewer, params)
      const did = await logged.countDid(read, params.id)
      const all = await suspects(params.id)
      return {
        capacity: ticket.capacity,
        ...(await query.countTickets(read, params.id)),
        overrides: did.get('override') ?? 0,
        reentries: did.get('reenter') ?? 0,
        doubles: all.filter(({ entries }) => entries.length > 1),
        ended: all.filter(
          ({ status, entries }) =>
            (status === 'cancelled' || status === 'transferred') && entries.length > 0,
        ),
        copied: await logged.listCopied(read, params.id),
      }
    },
  }
}
