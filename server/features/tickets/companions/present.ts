import type { CompanionSeat, IssuedTicket } from '#contract/tickets/calls.ts'
import type { Db } from '#server/db/schema.ts'
import { hasMember, presentMember } from '#server/features/profile/member.ts'
import { ticketNumberOf } from '../issuing/ticket-number.ts'
import type { IssuedRow } from '../queries.ts'
import * as query from './queries.ts'

/** What an issued ticket shows of the others of its purchase. */
export type ShownCompanions = Pick<IssuedTicket, 'companions' | 'companion_of'>

const present = (row: query.ShownSeat, ticket: IssuedRow): CompanionSeat => ({
  id: row.id,
  number: ticketNumberOf(row.seq, ticket, ticket.type_prefix),
  state: row.state === 'cancelled' ? 'open' : row.state,
  linked: row.state === 'open' && row.link_hash !== null,
  holder: row.state === 'accepted' && hasMember(row) ? presentMember(row) : null,
  used_at: row.state === 'accepted' ? row.used_at : row.admitted_at,
})

/** The companions of these tickets; those of a ticket that was transferred are its new holder's. */
export async function companionsOf(
  db: Db,
  viewerId: string,
  tickets: readonly IssuedRow[],
): Promise<(ticket: IssuedRow) => ShownCompanions> {
  const held = tickets.filter(({ holder_id }) => holder_id === viewerId)
  if (held.length === 0) return () => ({ companions: [], companion_of: null })
  const ids = held.map(({ issued_id }) => issued_id)
  const seats = Map.groupBy(await query.listShown(db, ids), ({ leader_id }) => leader_id)
  const leaders = new Map((await query.listLeaders(db, ids)).map((row) => [row.ticket_id, row]))
  return (ticket) => {
    const leader = leaders.get(ticket.issued_id)
    const of = seats.get(ticket.issued_id) ?? []
    return {
      companions: of.map((row) => present(row, ticket)),
      companion_of: leader ? presentMember(leader) : null,
    }
  }
}
