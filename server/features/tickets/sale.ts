import { digitalTicketConfirmation, entrySums } from '#contract/orders/confirmation.ts'
import { konbiniDeadline } from '#contract/payments/konbini.ts'
import { statementLine } from '#contract/payments/statement.ts'
import { NOT_A_MEMBER, OWN_ROOM } from '#contract/rooms/messages.ts'
import {
  OFFER_ONE_SEAT,
  SALES_NOT_YET,
  SALES_OVER,
  TICKET_HELD,
} from '#contract/tickets/messages.ts'
import type { EntrantInput } from '#contract/tickets/ticket.schema.ts'
import { asTyped, typedTitle } from '#contract/tickets/ticket-type.ts'
import type { IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { takeFree } from '#server/features/orders/checkout/create-order.ts'
import { presentStarted } from '#server/features/orders/checkout/present.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import {
  type Choice,
  NO_HOLDERS,
  type Product,
  type Revoked,
  type RightHolders,
  type SaleDeps,
  type SeatTaker,
} from '#server/features/orders/product.ts'
import { buysLentSeat } from '#server/features/orders/resale/lent-seat.ts'
import { dropListing } from '#server/features/orders/resale/seat-return.ts'
import * as rights from '#server/features/orders/right-queries.ts'
import { isResaleOpen, seatsOnSale } from '#server/features/orders/waitlist/policy.ts'
import * as products from '#server/features/orders/waitlist/waited-product-queries.ts'
import { isOpen } from '#server/features/rooms/policy.ts'
import { stateOf } from '#server/features/rooms/queries.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { endSeats, leaveSeat, reserveSeats, restoreSeats } from './companions/companion-seats.ts'
import { assertSeats } from './companions/purchase-rules.ts'
import { saveEntrant } from './holding/entrants.ts'
import * as issued from './issuing/issue-queries.ts'
import { issueTicket } from './issuing/issue-ticket.ts'
import { isLotteryReserved, wonUntil } from './lottery/reserved-seat.ts'
import { hasTicketSaleBegun, isTicketOnSale, maySeeTicket } from './policy.ts'
import { assertPayable, codeOfPurchase, goodCode, presaleOf } from './promotions/usable-code.ts'
import * as query from './queries.ts'
import * as types from './types/queries.ts'
import { assertUntyped, chosenType, wonType } from './types/service.ts'

const KIND = 'digital_ticket'
type ChosenEntrant = EntrantInput & Pick<Choice, 'type' | 'seats' | 'code'>

/** A ticket that the viewer may buy, if there is a seat for them. Throws an `ApiError` if they may not. */
export async function getBuyable(deps: Deps, viewer: Viewer, id: string) {
  const ticket = await query.findTicketById(deps.db, viewer.id, id)
  const room = ticket && (await getVisibleRoom(deps.db, viewer, ticket.owner_name))
  if (!room || !maySeeTicket(room.who, ticket.status, Boolean(ticket.was_held))) throw notFound()
  if (room.who.isOwner) throw new ApiError(409, OWN_ROOM)
  if (ticket.is_held) throw new ApiError(409, TICKET_HELD)
  if (ticket.members_only && !room.who.isMember) throw forbidden(NOT_A_MEMBER)
  if (!isOpen(room.who) || !isTicketOnSale(ticket, isoNow(deps)))
    throw new ApiError(410, SALES_OVER)
  return ticket
}

/** Digital tickets as a product of orders. */
export const digitalTicketProduct: Product = {
  kind: KIND,
  async quote(deps, viewer, id, { method, type: chosen, seats = 1, code } = {}) {
    const ticket = await getBuyable(deps, viewer, id)
    const now = isoNow(deps)
    const choice = chosen ?? null
    const offered = await assertSeats(deps.db, ticket, viewer.id, { type: choice, seats }, now)
    const won = ticket.applied_from && (await wonUntil(deps.db, id, viewer.id, choice, now))
    if (won !== null && seats > 1) throw new ApiError(409, OFFER_ONE_SEAT)
    const by = { kind: KIND, productId: id, userId: viewer.id, at: now } as const
    // While nothing is listed, no seat is lent.
    const sold = ticket.listed > 0 && (await products.find(deps.db, KIND, id, choice))
    const resale = await buysLentSeat(deps.db, sold || ticket, by)
    const use = { ticketId: id, userId: viewer.id, type: choice, seats }
    const isReserved = won !== null || resale
    const promotion = code ? await codeOfPurchase(deps, { ...use, code, isReserved }, now) : null
    const presaleFrom = presaleOf(promotion)
    const findType = () =>
      won === null
        ? chosenType(deps.db, ticket, viewer.id, { id: choice, seats, presaleFrom }, now)
        : wonType(deps.db, ticket, viewer.id, choice, now)
    const type = choice || ticket.has_types ? await findType() : null
    const offer = type ? asTyped(ticket, type) : { ...ticket, sales_end: ticket.starts_at }
    const priced = { ...offer, sales_end: won ?? offer.sales_end }
    if (!hasTicketSaleBegun(priced, now)) throw new ApiError(409, SALES_NOT_YET)
    const { owner_id, konbini_days, starts_at: start, sales_end } = priced
    if (promotion) assertPayable(priced.amount, promotion)
    const { paid: amount, discount } = entrySums({ ...priced, seats, promotion })
    const sale = { amount, konbini_days, sales_end, start, resale }
    const payUntil = method === 'konbini' ? konbiniDeadline(sale, now) : null
    const held = { held_until: won ?? offered, drawn: won !== null }
    const confirmation = [
      ...digitalTicketConfirmation({ ...priced, ...held, seats, resale, promotion }, payUntil),
      ...(payUntil ? [] : [statementLine(ticket.owner_name)]),
    ]
    const title = typedTitle(ticket.title, type?.name ?? null)
    const of = { productId: id, sellerId: owner_id, title, amount, type, seats, liveOnly: null }
    const applied = promotion && { id: promotion.id, code: promotion.code, discount }
    return { ...of, promotion: applied, confirmation, payUntil }
  },
  ended: () => new ApiError(410, SALES_OVER),
  async holdSeat(tx, id, taker) {
    const { ticketTypeId: ticket_type_id, seats } = taker
    const taken = await rights.takeSeats(tx, KIND, id, taker)
    // A seat that is offered has its place among those of its type.
    if (!taken || taken.offerId !== null) return taken
    const isFree = !(await isLotteryReserved(tx, id, taker.at))
    if (isFree && ticket_type_id === null) return taken
    const isOnSale = isFree && (!taken.contested || (await isTypeOnSale(tx, id, taker)))
    if (isOnSale && ticket_type_id && (await types.takePlaces(tx, ticket_type_id, seats)))
      return taken
    await rights.freeSeats(tx, { kind: KIND, subject_id: id, ticket_type_id: null }, seats)
    return null
  },
  async assertSold(tx, id, { userId, ticketTypeId, seats, at, code }) {
    const use = { ticketId: id, userId, type: ticketTypeId, seats }
    const promotion = code ? await goodCode(tx, { ...use, code }, at) : null
    if (ticketTypeId === null) return assertUntyped(tx, id)
    const ticket = orNotFound(await issued.holdTicket(tx, id))
    // In a lottery the seat that was taken is one that was won.
    if (await isLotteryReserved(tx, id, at)) await wonType(tx, ticket, userId, ticketTypeId, at)
    else {
      const presaleFrom = presaleOf(promotion)
      await chosenType(tx, ticket, userId, { id: ticketTypeId, seats, presaleFrom }, at)
    }
  },
  freeSeats: (tx, { seats, ...pool }) => rights.freeSeats(tx, { ...pool, kind: KIND }, seats),

  async grant(deps, tx, grant) {
    const { userId, productId, orderId, seats, at } = grant
    const ticket = await issued.lockTicket(tx, productId)
    if (ticket?.status !== 'published') return null
    if ((await stateOf(tx, ticket.room_id)) === 9) return null
    const existing = await query.findHeld(tx, userId, productId)
    if (existing) return { id: existing.id, number: existing.seq, already: true }
    const { id, seq } = await issueTicket(deps, tx, ticket, grant)
    const leader = { id, ticketTypeId: grant.ticketTypeId }
    await reserveSeats(deps, tx, ticket, leader, seats - 1)
    const right = { id: deps.newId(), user_id: userId, kind: KIND, subject_id: productId } as const
    const granted = await rights.giveRight(tx, { ...right, order_id: orderId, number: seq }, at)
    return granted && { id, number: seq, already: false }
  },

  async findGranted(db, right) {
    const ofOrder = await issued.findOf(db, right, ['valid', 'used'])
    const { id, seq } = ofOrder ?? (await query.findHeld(db, right.userId, right.productId)) ?? {}
    return id && seq ? { id, number: seq } : null
  },

  lock: issued.holdTicket,

  async revoke(deps, tx, { keepSeat = false, keepHandedOver, ...right }) {
    await issued.lockTicket(tx, right.productId)
    const { at } = right
    const existing = await issued.findOf(tx, right, ['valid', 'used'])
    if (!existing) return endHandedOver(tx, right, keepHandedOver)
    await rights.takeRight(tx, { ...right, userId: existing.holder_id, kind: KIND })
    await issued.setStatus(tx, existing.id, 'cancelled')
    const isListed = await dropListing(tx, right.orderId, at)
    const own = isListed || (await leaveSeat(deps, tx, existing)) === 'taken' ? 0 : 1
    const ended = await endSeats(tx, existing.id, { at, keepHandedOver })
    if (!keepSeat) await freeSeatsOf(tx, existing, own + ended.seats)
    return { holder: existing.holder_id, companions: ended.holders }
  },

  async restore(deps, tx, right) {
    const ticket = await issued.lockTicket(tx, right.productId)
    const ended = await issued.findOf(tx, right, ['cancelled'])
    if (ticket?.status !== 'published' || !ended) return NO_HOLDERS
    if (!(await rights.returnRight(tx, { ...right, userId: ended.holder_id, kind: KIND })))
      return NO_HOLDERS
    await issued.setStatus(tx, ended.id, ended.used_at ? 'used' : 'valid')
    return { holder: ended.holder_id, companions: await restoreSeats(deps, tx, ended) }
  },
}

/**
 * Whether seats of this type are for sale that were just taken of the ticket: not while people wait for it, and not those
 * that are for others who wait, or that holders of another type gave back. The ticket's row is locked.
 */
async function isTypeOnSale(tx: Tx, id: string, { ticketTypeId, seats, at, isPaying }: SeatTaker) {
  const product = await products.find(tx, KIND, id, ticketTypeId)
  if (!product) return false
  const before = { ...product, taken: product.taken - seats }
  return seatsOnSale(before, isPaying && seats === 1 && isResaleOpen(product, at)) >= seats
}

/** A purchase may be refunded after its buyer has left: what they had handed over ends with it. */
async function endHandedOver(
  tx: Tx,
  right: Revoked,
  keepHandedOver: boolean | undefined,
): Promise<RightHolders> {
  const leader = right.orderId !== null && (await issued.findOf(tx, right, ['cancelled']))
  if (!leader) return NO_HOLDERS
  const { seats, holders } = await endSeats(tx, leader.id, { at: right.at, keepHandedOver })
  await freeSeatsOf(tx, leader, seats)
  return { holder: null, companions: holders }
}

async function freeSeatsOf(
  tx: Tx,
  { digital_ticket_id: subject_id, ticket_type_id }: IssuedTicket,
  seats: number,
) {
  if (seats > 0) await digitalTicketProduct.freeSeats(tx, { subject_id, ticket_type_id, seats })
}

/** Stores the entrant before the charge, so that no paid ticket lacks one. Refuses a person who may not buy. */
async function saveEntrantFirst(
  deps: SaleDeps,
  viewer: Viewer,
  id: string,
  { type, seats, code, ...input }: ChosenEntrant,
) {
  // The sale reads and locks the same row for each buyer: not twice for those who tell nothing.
  if (!input.needs && !(await query.isNamed(deps.db, id))) return
  await digitalTicketProduct.quote(deps, viewer, id, { type, seats, code })
  await transact(deps.db, async (tx) => {
    const ticket = orNotFound(await issued.holdTicket(tx, id))
    await saveEntrant(deps, tx, ticket, viewer.id, input)
  })
}

async function takeFreeTicket(deps: SaleDeps, viewer: Viewer, id: string, input: ChosenEntrant) {
  await saveEntrantFirst(deps, viewer, id, input)
  const { type, seats, code } = input
  const granted = await takeFree(deps, viewer, KIND, id, { type, seats, code })
  if (granted.already) throw new ApiError(409, TICKET_HELD)
  return granted
}

export async function start(
  deps: SaleDeps,
  viewer: Viewer,
  id: string,
  input: PaymentInput & ChosenEntrant,
) {
  await saveEntrantFirst(deps, viewer, id, input)
  return presentStarted(await sales.start(deps, viewer, KIND, id, input))
}

/** Returns the new or existing ticket. */
export async function join(
  deps: SaleDeps,
  viewer: Viewer,
  id: string,
  { paymentIntentId, ...input }: ChosenEntrant & { paymentIntentId?: string | undefined },
) {
  const existing = await query.findHeld(deps.db, viewer.id, id)
  // Only the buyer's own payment is confirmed; another person's gets no answer about it.
  const granted = paymentIntentId
    ? await sales.finish(deps, viewer, KIND, id, paymentIntentId)
    : existing
      ? { id: existing.id, already: true }
      : await takeFreeTicket(deps, viewer, id, input)
  const ticket = orNotFound(await query.findIssued(deps.db, viewer.id, granted.id))
  const body = { digital_ticket_id: id, ticket_id: granted.id, number: ticket.number }
  return new Reply(body, { status: existing || granted.already ? 200 : 201 })
}
