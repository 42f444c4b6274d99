import { CLOCK_MARGIN_S } from '#contract/door/code.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { TEAR_TOO_EARLY, TICKET_NOT_VALID } from '#contract/tickets/messages.ts'
import { transact } from '#server/db/transact.ts'
import { wasResold } from '#server/features/orders/resale/queries.ts'
import { endListing } from '#server/features/orders/resale/seat-return.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { shownIssued } from '../issued-ticket.ts'
import { countDoorChange } from '../issuing/issue-queries.ts'
import { lockIssued } from './binding-queries.ts'
import { insertTear, markUsed } from './tear-queries.ts'

interface Torn {
  id: string
  /** Both times are of the phone's clock. */
  torn_at: string
  sent_at: string
}
const MARGIN_MS = CLOCK_MARGIN_S * 1_000

/** Uses the difference of the phone's times, which is right even if its clock is wrong. */
function happened(deps: Deps, { torn_at, sent_at }: Torn) {
  const ago = Math.max(0, Date.parse(sent_at) - Date.parse(torn_at))
  return new Date(deps.clock.now().getTime() - ago).toISOString()
}

/** もぎり by staff on the holder's phone: the ticket is used, even if the server learns of it later. */
export async function tearTicket(
  deps: Deps,
  viewer: Viewer,
  id: string,
  torn: Torn,
): Promise<IssuedTicket> {
  const isGood = await transact(deps.db, async (tx) => {
    const ticket = orNotFound(await lockIssued(tx, viewer.id, id))
    const isResold = ticket.order_id !== null && (await wasResold(tx, ticket.order_id))
    if (ticket.status !== 'valid' && ticket.status !== 'used' && !isResold)
      throw new ApiError(409, TICKET_NOT_VALID)
    const happened_at = happened(deps, torn)
    if (Date.parse(happened_at) < Date.parse(ticket.opens_at) - MARGIN_MS)
      throw new ApiError(409, TEAR_TOO_EARLY)
    const { id: name, torn_at } = torn
    const received_at = isoNow(deps)
    const row = { id: name, issued_ticket_id: id, holder_id: viewer.id, torn_at, happened_at }
    const isNew = await insertTear(tx, { ...row, received_at })
    // A ticket that was sold before the phone was online stays dead; the report knows that its holder went in.
    if (!isNew || ticket.status !== 'valid') return !isResold
    await markUsed(tx, id, happened_at)
    const { digital_ticket_id: productId, order_id: orderId } = ticket
    await endListing(deps, tx, { kind: 'digital_ticket', productId, orderId }, 'used')
    await countDoorChange(tx, ticket.digital_ticket_id)
    return true
  })
  if (!isGood) throw new ApiError(409, TICKET_NOT_VALID)
  return shownIssued(deps.db, viewer, id)
}
