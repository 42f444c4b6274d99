// Transfer of a ticket, completed when the other person accepts. Row and number stay; holder, right and code change,
// and the buyer stays the same.

import { LISTED_NOT_TRANSFERABLE } from '#contract/resale/messages.ts'
import { NOT_A_MEMBER, OWN_ROOM } from '#contract/rooms/messages.ts'
import { TRANSFERS } from '#contract/tickets/limits.ts'
import { TICKET_HELD, TICKET_NOT_VALID } from '#contract/tickets/messages.ts'
import {
  NO_TRANSFER,
  OFFER_GONE,
  TRANSFER_NOBODY,
  TRANSFER_OPEN,
  TRANSFER_OVER,
  TRANSFER_SELF,
  TRANSFERS_TOO_OFTEN,
} from '#contract/transfers/messages.ts'
import { windowOf } from '#server/db/clocks.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUserByName, getUser } from '#server/features/auth/queries.ts'
import { findOpen as findOpenListing } from '#server/features/orders/resale/queries.ts'
import { giveRight, takeRight } from '#server/features/orders/right-queries.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { page } from '#server/http/answers/reply.ts'
import {
  ApiError,
  forbidden,
  invalid,
  notFound,
  orNotFound,
  tooMany,
} from '#server/http/api-error.ts'
import { waitMs } from '#server/http/throttle.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { unlinkSeats } from '../companions/queries.ts'
import { issuedTitle, shownIssued } from '../issued-ticket.ts'
import { lockTicket } from '../issuing/issue-queries.ts'
import { claimsOf, signWithKey } from '../issuing/signing-keys.ts'
import { presentOffer } from '../present.ts'
import { findHeld, findTicketById } from '../queries.ts'
import { findType } from '../types/queries.ts'
import { assertForType } from '../types/service.ts'
import { revokeBindings } from './binding-queries.ts'
import { deleteEntrant } from './entrant-queries.ts'
import { saveEntrant } from './entrants.ts'
import { assertMayLeave } from './move-ticket.ts'
import { deletePaper } from './paper-ticket-queries.ts'
import * as query from './transfer-queries.ts'

/** Locks the ticket's row first, then the issued one (lock order of sales and refunds). */
async function lock(tx: Tx, viewer: Viewer, id: string) {
  const of = orNotFound(await query.findTicketOf(tx, viewer.id, id))
  const ticket = orNotFound(await lockTicket(tx, of.digital_ticket_id))
  const issued = orNotFound(await query.lockIssuedById(tx, id))
  return { ticket, issued }
}

function assertTransferable(deps: Deps, ticket: DigitalTicket, issued: IssuedTicket) {
  if (issued.status !== 'valid' || ticket.status !== 'published')
    throw new ApiError(409, TICKET_NOT_VALID)
  if (ticket.no_transfer) throw new ApiError(403, NO_TRANSFER)
  // From then on gates may work offline and would not learn of the transfer.
  if (ticket.opens_at <= isoNow(deps)) throw new ApiError(410, TRANSFER_OVER)
}

async function assertPace(deps: Deps, tx: Tx, userId: string) {
  const at = deps.clock.now()
  const day = windowOf(at, TRANSFERS.perMs)
  const offered = await query.offeredLately(tx, userId, day, TRANSFERS.max)
  const left = waitMs(TRANSFERS, offered, at.getTime())
  if (left > 0) throw tooMany(left / 1000, TRANSFERS_TOO_OFTEN)
}

async function giveTo(
  deps: Deps,
  tx: Tx,
  toId: string,
  ticket: DigitalTicket,
  issued: IssuedTicket,
) {
  const { id, order_id, seq } = issued
  const right = { kind: 'digital_ticket', subject_id: ticket.id } as const
  const of = { kind: right.kind, productId: ticket.id, orderId: order_id, at: isoNow(deps) }
  await takeRight(tx, { ...of, userId: issued.holder_id })
  const fresh = { ...right, id: deps.newId(), user_id: toId, order_id, number: seq }
  const granted = await giveRight(tx, fresh, isoNow(deps))
  if (!granted || granted.already) throw new ApiError(409, TICKET_HELD)
  const generation = issued.generation + 1
  const credential = await signWithKey(deps, tx, { ...claimsOf(ticket, issued), generation })
  await revokeBindings(tx, id, isoNow(deps))
  await deletePaper(tx, id)
  // The seats of companions are the new holder's, and so are their links.
  await unlinkSeats(tx, id)
  await query.handOver(tx, id, { holder_id: toId, credential, generation })
  await deleteEntrant(tx, { digital_ticket_id: ticket.id, user_id: issued.holder_id })
}

/** Refuses a person who may not buy the ticket. */
export async function assertEligible(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  issued: Pick<IssuedTicket, 'digital_ticket_id' | 'ticket_type_id'>,
) {
  const { digital_ticket_id, ticket_type_id } = issued
  const ticket = orNotFound(await findTicketById(tx, viewer.id, digital_ticket_id))
  const room = orNotFound(await getVisibleRoom(tx, viewer, ticket.owner_name))
  if (room.who.isOwner) throw new ApiError(409, OWN_ROOM)
  if (ticket.members_only && !room.who.isMember) throw forbidden(NOT_A_MEMBER)
  const type = ticket_type_id && (await findType(tx, ticket.id, ticket_type_id))
  if (type) await assertForType(tx, type, ticket.room_id, viewer.id, isoNow(deps))
}

/** Tells the other side of a transfer, in their list. */
const notify = (
  deps: Deps,
  tx: Tx,
  to: string,
  notice: 'ticketOffered' | 'ticketTaken' | 'ticketReturned',
  transfer: string,
) => enqueueNotification(deps, tx, { to, about: transfer, notice: { notice, subjectId: transfer } })

/** The open offer to this person; undefined if there is none. */
async function openFor(tx: Tx, id: string, toId: string) {
  const open = await query.findOpen(tx, id)
  return open?.to_id === toId ? open : undefined
}

export async function offer(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { name, code }: { name: string; code?: string | undefined },
) {
  const to = await findUserByName(deps.db, name)
  await transact(deps.db, async (tx) => {
    const { ticket, issued } = await lock(tx, viewer, id)
    if (issued.holder_id !== viewer.id) throw notFound()
    assertTransferable(deps, ticket, issued)
    await assertMayLeave(deps, tx, issued, code)
    if (to?.status !== 'active') throw invalid({ name: [TRANSFER_NOBODY] })
    if (to.id === viewer.id) throw invalid({ name: [TRANSFER_SELF] })
    if (await query.findOpen(tx, id)) throw new ApiError(409, TRANSFER_OPEN)
    if (issued.order_id !== null && (await findOpenListing(tx, issued.order_id)))
      throw new ApiError(409, LISTED_NOT_TRANSFERABLE)
    await assertPace(deps, tx, viewer.id)
    const transfer = deps.newId()
    await query.insertOffer(tx, {
      id: transfer,
      issued_ticket_id: id,
      from_id: viewer.id,
      to_id: to.id,
      status: 'offered',
      created_at: isoNow(deps),
      decided_at: null,
    })
    const from = (await getUser(tx, viewer.id)).name
    const title = await issuedTitle(tx, { ...issued, title: ticket.title })
    const email = { letter: 'ticketOffered', title, from, ticketId: id } as const
    await enqueueEmail(deps, tx, transfer, { ...email, to: to.email, until: ticket.opens_at })
    await notify(deps, tx, to.id, 'ticketOffered', transfer)
  })
  return shownIssued(deps.db, viewer, id)
}

export const withdraw = (deps: Deps, viewer: Viewer, id: string) =>
  transact(deps.db, async (tx) => {
    const { issued } = await lock(tx, viewer, id)
    const open = issued.holder_id === viewer.id && (await query.findOpen(tx, id))
    if (!open) throw issued.holder_id === viewer.id ? new ApiError(409, OFFER_GONE) : notFound()
    if (!(await query.decide(tx, open.id, 'withdrawn', isoNow(deps))))
      throw new ApiError(409, OFFER_GONE)
  })

export async function accept(deps: Deps, viewer: Viewer, id: string) {
  const from = await transact(deps.db, async (tx) => {
    const { ticket, issued } = await lock(tx, viewer, id)
    if (issued.holder_id === viewer.id) return null
    const open = await openFor(tx, id, viewer.id)
    if (!open || open.from_id !== issued.holder_id) throw new ApiError(409, OFFER_GONE)
    assertTransferable(deps, ticket, issued)
    await assertEligible(deps, tx, viewer, issued)
    if (await findHeld(tx, viewer.id, ticket.id)) throw new ApiError(409, TICKET_HELD)
    // Refuses a named ticket without the name and contact of its new holder, who gives them before.
    await saveEntrant(deps, tx, ticket, viewer.id, {})
    if (!(await query.decide(tx, open.id, 'accepted', isoNow(deps))))
      throw new ApiError(409, OFFER_GONE)
    await giveTo(deps, tx, viewer.id, ticket, issued)
    const giver = await getUser(tx, open.from_id)
    const by = (await getUser(tx, viewer.id)).name
    const title = await issuedTitle(tx, { ...issued, title: ticket.title })
    const email = { letter: 'ticketTaken', title, by } as const
    await enqueueEmail(deps, tx, open.id, { ...email, to: giver.email })
    await notify(deps, tx, giver.id, 'ticketTaken', open.id)
    return open.from_id
  })
  if (from) for (const who of [from, viewer.id]) await deps.bus.publish(RIGHTS_CHANGED, who)
  return shownIssued(deps.db, viewer, id)
}

export const decline = (deps: Deps, viewer: Viewer, id: string) =>
  transact(deps.db, async (tx) => {
    await lock(tx, viewer, id)
    const open = await openFor(tx, id, viewer.id)
    if (!open) throw new ApiError(409, OFFER_GONE)
    if (!(await query.decide(tx, open.id, 'declined', isoNow(deps))))
      throw new ApiError(409, OFFER_GONE)
    await notify(deps, tx, open.from_id, 'ticketReturned', open.id)
  })

export async function listOffers(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const list = await page(paging, (window) =>
    query.listOffers(deps.read, viewer.id, isoNow(deps), window),
  )
  return { ...list, items: list.items.map((row) => presentOffer(row, viewer.id)) }
}
