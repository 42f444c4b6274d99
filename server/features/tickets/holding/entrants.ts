// What holders of entry tickets tell the owner and the staff at the door about their entry.

import { entrantErrors } from '#contract/tickets/entrant-errors.ts'
import {
  ENTRANT_NAME_STANDS,
  ENTRANT_NEEDED,
  TICKET_NOT_VALID,
} from '#contract/tickets/messages.ts'
import type { EntrantInput } from '#contract/tickets/ticket.schema.ts'
import type { DigitalTicket, Entrant } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { holdTicket } from '../issuing/issue-queries.ts'
import { findHeld } from '../queries.ts'
import * as query from './entrant-queries.ts'
import { findOpen, findTicketOf, lockIssuedById } from './transfer-queries.ts'

const UNNAMED = { name: '', contact: '' }

/** Name and contact of a named ticket's holder: it is neither sold nor accepted without them. */
function identity(input: EntrantInput, before: Entrant | undefined) {
  const name = input.entrant_name ?? before?.name ?? ''
  const contact = input.entrant_contact ?? before?.contact ?? ''
  const errors = entrantErrors({ entrant_name: name, entrant_contact: contact })
  if (Object.keys(errors).length > 0) throw new ApiError(422, ENTRANT_NEEDED, { errors })
  return { name, contact }
}

/**
 * Staff compare the name with papers: a resold ticket must not get the name of its buyer. Names are the person's, of all
 * tickets of this evening: also whoever is offered a second one keeps that of the first.
 */
async function assertSameName(
  tx: Tx,
  { id, named }: Pick<DigitalTicket, 'id' | 'named'>,
  user_id: string,
  { entrant_name }: EntrantInput,
) {
  if (!named || entrant_name === undefined) return
  const before = await query.findEntrant(tx, { digital_ticket_id: id, user_id })
  if (before?.name && before.name !== entrant_name)
    throw new ApiError(422, ENTRANT_NAME_STANDS, {
      errors: { entrant_name: [ENTRANT_NAME_STANDS] },
    })
}

/** Stores what was told; omitted fields stay as they are. */
export async function saveEntrant(
  deps: Deps,
  tx: Tx,
  ticket: Pick<DigitalTicket, 'id' | 'named'>,
  user_id: string,
  input: EntrantInput,
) {
  const of = { digital_ticket_id: ticket.id, user_id }
  const before = await query.findEntrant(tx, of)
  const needs = input.needs ?? before?.needs ?? ''
  const { name, contact } = ticket.named ? identity(input, before) : UNNAMED
  if (needs || name)
    await query.storeEntrant(tx, { ...of, needs, name, contact, created_at: isoNow(deps) })
  else if (before) await query.deleteEntrant(tx, of)
}

export const set = (deps: Deps, viewer: Viewer, id: string, input: EntrantInput) =>
  transact(deps.db, async (tx) => {
    const of = orNotFound(await findTicketOf(tx, viewer.id, id))
    const ticket = orNotFound(await holdTicket(tx, of.digital_ticket_id))
    const issued = orNotFound(await lockIssuedById(tx, id))
    const isTheirs = issued.holder_id === viewer.id || (await findOpen(tx, id))?.to_id === viewer.id
    if (!isTheirs) throw notFound()
    if (issued.status !== 'valid' || ticket.valid_until <= isoNow(deps))
      throw new ApiError(409, TICKET_NOT_VALID)
    if (await findHeld(tx, viewer.id, ticket.id)) await assertSameName(tx, ticket, viewer.id, input)
    await saveEntrant(deps, tx, ticket, viewer.id, input)
  })
