// An entry ticket on paper, in case the phone fails: a second code, with a name that staff compare.

import {
  ENTRANT_NAME_NEEDED,
  ENTRANT_NAME_STANDS,
  ENTRANT_NEEDED,
  TICKET_NOT_VALID,
} from '#contract/tickets/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, invalid, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { countDoorChange } from '../issuing/issue-queries.ts'
import { claimsOf, signWithKey } from '../issuing/signing-keys.ts'
import { findIssued } from '../queries.ts'
import { type Bindable, lockIssued } from './binding-queries.ts'
import { findEntrant } from './entrant-queries.ts'
import { paperSheet } from './paper-sheet.ts'
import * as query from './paper-ticket-queries.ts'

/** The name in the holder's papers: that of a named ticket, else as typed. */
async function nameOf(tx: Tx, ticket: Bindable, typed: string): Promise<string> {
  if (!ticket.named) {
    if (typed === '') throw invalid({ paper_name: [ENTRANT_NAME_NEEDED] })
    return typed
  }
  const { digital_ticket_id, holder_id: user_id } = ticket
  const entrant = await findEntrant(tx, { digital_ticket_id, user_id })
  if (!entrant?.name) throw new ApiError(409, ENTRANT_NEEDED)
  return entrant.name
}

async function insert(deps: Deps, tx: Tx, ticket: Bindable, name: string) {
  const { id, generation, digital_ticket_id } = ticket
  const claims = claimsOf({ ...ticket, id: digital_ticket_id }, ticket)
  await query.insertPaper(tx, {
    issued_ticket_id: id,
    user_id: ticket.holder_id,
    name,
    credential: await signWithKey(deps, tx, { ...claims, generation, paperName: name }),
    generation,
    created_at: isoNow(deps),
  })
  await countDoorChange(tx, digital_ticket_id)
}

/**
 * Makes the code for paper. Its name stands: a sheet that is sold must not get the name of its buyer. A transfer deletes
 * it.
 */
export const issuePaper = (deps: Deps, viewer: Viewer, id: string, typed = '') =>
  transact(deps.db, async (tx) => {
    const ticket = orNotFound(await lockIssued(tx, viewer.id, id))
    if (ticket.status !== 'valid' || ticket.valid_until <= isoNow(deps))
      throw new ApiError(409, TICKET_NOT_VALID)
    const before = await query.findPaper(tx, id, viewer.id)
    if (!before) return insert(deps, tx, ticket, await nameOf(tx, ticket, typed))
    if (typed !== '' && typed !== before.name) throw invalid({ paper_name: [ENTRANT_NAME_STANDS] })
  })

/** The page to print. */
export async function getPaper(deps: Deps, viewer: Viewer, id: string): Promise<string> {
  const issued = orNotFound(await findIssued(deps.read, viewer.id, id))
  return paperSheet(issued, orNotFound(await query.findPaper(deps.read, id, viewer.id)))
}
