import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import type * as schema from '#server/db/schema/tickets.ts'
import type { Db } from '#server/db/schema.ts'
import { orNotFound } from '#server/http/api-error.ts'
import type { Viewer } from '#server/process/deps.ts'
import { companionsOf } from './companions/present.ts'
import { presentIssued } from './present.ts'
import { findIssued } from './queries.ts'
import { findType } from './types/queries.ts'

/** An issued ticket as its holder sees it; 404 for another user's, as for an unknown one. */
export async function shownIssued(db: Db, viewer: Viewer, id: string): Promise<IssuedTicket> {
  const row = orNotFound(await findIssued(db, viewer.id, id))
  const companions = await companionsOf(db, viewer.id, [row])
  return presentIssued(row, viewer.id, companions(row))
}

/** Title of the event with the ticket's type, as emails name it. */
export async function issuedTitle(
  db: Db,
  ticket: Pick<schema.IssuedTicket, 'digital_ticket_id' | 'ticket_type_id'> & { title: string },
): Promise<string> {
  const { digital_ticket_id, ticket_type_id, title } = ticket
  const type = ticket_type_id && (await findType(db, digital_ticket_id, ticket_type_id))
  return typedTitle(title, type ? type.name : null)
}
