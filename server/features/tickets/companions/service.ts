// 同行者: the links by which a buyer hands the other seats of a purchase over, and their acceptance.

import { createHash, randomBytes } from 'node:crypto'
import type { CompanionInvitation } from '#contract/companions/calls.ts'
import {
  HANDOVER_OVER,
  LEADER_ENDED,
  LINK_UNKNOWN,
  LINK_USED,
  SEAT_TAKEN,
} from '#contract/companions/messages.ts'
import { TICKET_HELD } from '#contract/tickets/messages.ts'
import type { EntrantInput } from '#contract/tickets/ticket.schema.ts'
import type { CompanionSeat, DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { giveRight } from '#server/features/orders/right-queries.ts'
import { idOf, presentMember } from '#server/features/profile/member.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { saveEntrant } from '../holding/entrants.ts'
import { assertEligible } from '../holding/transfer-ticket.ts'
import { lockTicket } from '../issuing/issue-queries.ts'
import { issueTicket } from '../issuing/issue-ticket.ts'
import { maySeeTicket } from '../policy.ts'
import { presentTicket } from '../present.ts'
import { findHeld, findTicketById } from '../queries.ts'
import { findType } from '../types/queries.ts'
import { isLive } from './companion-seats.ts'
import * as query from './queries.ts'

const SECRET_BYTES = 32

interface OfSeat {
  /** The leader's issued ticket. */
  id: string
  seat: string
}

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Locks the digital ticket's row, then finds the viewer's ticket and the seat that they bought with it. */
async function lockSeat(tx: Tx, viewer: Viewer, { id, seat: seatId }: OfSeat) {
  const known = await query.findLeader(tx, id)
  if (known?.holder_id !== viewer.id) throw notFound()
  const ticket = orNotFound(await lockTicket(tx, known.digital_ticket_id))
  // A transfer may have been faster.
  const leader = await query.findLeader(tx, id)
  const seat = (await query.listSeats(tx, id)).find((one) => one.id === seatId)
  if (leader?.holder_id !== viewer.id || !seat) throw notFound()
  return { ticket, leader, seat }
}

/** Why a seat cannot be handed over; null: it can. `now`: an instant. */
function whyOver(ticket: DigitalTicket, leader: query.Leader, now: string): string | null {
  if (ticket.status !== 'published' || !isLive(leader)) return LEADER_ENDED
  return ticket.valid_until <= now ? HANDOVER_OVER : null
}

function assertOpen(
  deps: Deps,
  { ticket, leader, seat }: { ticket: DigitalTicket; leader: query.Leader; seat: CompanionSeat },
) {
  const why = whyOver(ticket, leader, isoNow(deps))
  if (why !== null) throw new ApiError(410, why)
  if (seat.state !== 'open') throw new ApiError(409, SEAT_TAKEN)
}

export async function link(deps: Deps, viewer: Viewer, of: OfSeat) {
  const secret = newSecret()
  await transact(deps.db, async (tx) => {
    const locked = await lockSeat(tx, viewer, of)
    assertOpen(deps, locked)
    await query.updateSeat(tx, locked.seat.id, { link_hash: hashOf(secret) })
  })
  return { url: `${deps.config.siteUrl}/companion#${secret}` }
}

export const unlink = (deps: Deps, viewer: Viewer, of: OfSeat) =>
  transact(deps.db, async (tx) => {
    const { seat } = await lockSeat(tx, viewer, of)
    if (seat.state === 'accepted') throw new ApiError(409, SEAT_TAKEN)
    await query.updateSeat(tx, seat.id, { link_hash: null })
  })

/** The seat of a link with its leader; throws a 404 with a sentence for a link that is not valid. */
async function findLinked(db: Db, secret: string) {
  const seat = await query.findByLink(db, hashOf(secret))
  const leader = seat && (await query.findLeader(db, seat.leader_id))
  if (!leader) throw new ApiError(404, LINK_UNKNOWN)
  return { seat, leader }
}

export async function read(
  deps: Deps,
  viewer: Viewer | null,
  secret: string,
): Promise<CompanionInvitation> {
  const { seat, leader } = await findLinked(deps.read, secret)
  const ticket = orNotFound(await findTicketById(deps.read, idOf(viewer), leader.digital_ticket_id))
  const room = await getVisibleRoom(deps.read, viewer, ticket.owner_name)
  if (!maySeeTicket(room.who, ticket.status, true)) throw notFound()
  const { ticket_type_id } = leader
  const type = ticket_type_id && (await findType(deps.read, ticket.id, ticket_type_id))
  const isOver = whyOver(ticket, leader, isoNow(deps)) !== null
  return {
    from: presentMember(leader),
    type: type ? type.name : null,
    state: isOver || seat.state === 'cancelled' ? 'ended' : seat.state === 'open' ? 'open' : 'used',
    ticket: presentTicket(ticket, idOf(viewer)),
  }
}

/** Makes the seat a ticket of the viewer. The link works once. */
export async function accept(
  deps: Deps,
  viewer: Viewer,
  { secret, ...entrant }: EntrantInput & { secret: string },
) {
  const known = await findLinked(deps.db, secret)
  const id = await transact(deps.db, async (tx) => {
    const ticket = orNotFound(await lockTicket(tx, known.leader.digital_ticket_id))
    const { seat, leader } = await findLinked(tx, secret)
    if (seat.state === 'accepted' && (await isTheirs(tx, viewer, seat))) return seat.ticket_id
    const why = whyOver(ticket, leader, isoNow(deps))
    if (why !== null) throw new ApiError(410, why)
    if (seat.state !== 'open') throw new ApiError(409, LINK_USED)
    await assertEligible(deps, tx, viewer, leader)
    if (await findHeld(tx, viewer.id, ticket.id)) throw new ApiError(409, TICKET_HELD)
    await saveEntrant(deps, tx, ticket, viewer.id, entrant)
    await issue(deps, tx, { ticket, leader, seat, userId: viewer.id })
    return seat.ticket_id
  })
  for (const who of [known.leader.holder_id, viewer.id]) await deps.bus.publish(RIGHTS_CHANGED, who)
  return { id }
}

const isTheirs = async (tx: Tx, viewer: Viewer, { ticket_id }: CompanionSeat) =>
  (await query.getIssuedById(tx, ticket_id)).holder_id === viewer.id

/** The seat becomes an issued ticket: what counted as taken is that ticket from now on. */
async function issue(
  deps: Deps,
  tx: Tx,
  of: { ticket: DigitalTicket; leader: query.Leader; seat: CompanionSeat; userId: string },
) {
  const { ticket, leader, seat, userId } = of
  const at = isoNow(deps)
  const granted = await giveRight(
    tx,
    {
      ...{ id: deps.newId(), user_id: userId, kind: 'digital_ticket', subject_id: ticket.id },
      ...{ order_id: null, number: seat.seq },
    },
    at,
  )
  if (!granted || granted.already) throw new ApiError(409, TICKET_HELD)
  const grant = { userId, orderId: null, ticketTypeId: leader.ticket_type_id, at }
  await issueTicket(deps, tx, ticket, grant, { id: seat.ticket_id, seq: seat.seq })
  await query.updateSeat(tx, seat.id, { state: 'accepted' })
  await enqueueNotification(deps, tx, {
    to: leader.holder_id,
    about: seat.ticket_id,
    notice: { notice: 'companionAccepted', subjectId: leader.id },
  })
}
