import { asSold, hasKinds, kindName } from '#contract/events/live-only.ts'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { eventConfirmation } from '#contract/orders/confirmation.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { konbiniDeadline } from '#contract/payments/konbini.ts'
import { statementLine } from '#contract/payments/statement.ts'
import { NOT_A_MEMBER, OWN_ROOM } from '#contract/rooms/messages.ts'
import { SALES_NOT_YET, SALES_OVER, TICKET_HELD } from '#contract/tickets/messages.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { takeFree } from '#server/features/orders/checkout/create-order.ts'
import { presentStarted } from '#server/features/orders/checkout/present.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import {
  type Grant,
  type Granted,
  NO_HOLDERS,
  type Product,
  type SaleDeps,
} from '#server/features/orders/product.ts'
import { buysLentSeat } from '#server/features/orders/resale/lent-seat.ts'
import { dropListing } from '#server/features/orders/resale/seat-return.ts'
import * as rights from '#server/features/orders/right-queries.ts'
import * as seatOffers from '#server/features/orders/waitlist/seat-offer-queries.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { hasSaleBegun, isEventOnSale, type Seat } from './policy.ts'
import { presentEvent } from './present.ts'
import * as query from './seat-queries.ts'
import { getVisibleEvent } from './service.ts'

/** First applicable reason why this person cannot get a ticket; null if they can. */
function seatError(seat: Seat): ApiError | null {
  if (seat.who.isOwner) return new ApiError(409, OWN_ROOM)
  if (seat.hasTicket) return new ApiError(409, TICKET_HELD)
  if (!seat.who.isMember) return forbidden(NOT_A_MEMBER)
  if (seat.isBanned) return forbidden(WATCHING_BANNED)
  if (!isEventOnSale(seat)) return new ApiError(410, SALES_OVER)
  if (!hasSaleBegun(seat)) return new ApiError(409, SALES_NOT_YET)
  return null
}

/** Event tickets as a product of orders. */
export const eventProduct: Product = {
  kind: 'event',
  async quote(deps, viewer, id, { method, liveOnly: chosen = false } = {}) {
    const now = isoNow(deps)
    const { event, seat } = await getVisibleEvent(deps.db, viewer, id, now)
    const error = seatError(seat)
    if (error) throw error
    // The buyer was shown two kinds, of which there is one by now.
    if (chosen && !hasKinds(event)) throw new ApiError(409, PRICE_CHANGED)
    const { konbini_days } = event
    const of = { kind: 'event', productId: id, userId: viewer.id, at: now } as const
    const resale = await buysLentSeat(deps.db, event, of)
    const shown = { ...asSold(presentEvent(event, viewer.id, now), chosen), resale }
    const { amount, liveOnly } = shown
    const payUntil = method === 'konbini' ? konbiniDeadline({ ...shown, konbini_days }, now) : null
    const held_until = (await seatOffers.findOpen(deps.db, of))?.expires_at ?? null
    return {
      payUntil,
      type: null,
      liveOnly,
      promotion: null,
      seats: 1,
      productId: id,
      sellerId: event.owner_id,
      title: typedTitle(event.title, kindName(liveOnly)),
      amount,
      confirmation: [
        ...eventConfirmation({ ...shown, held_until }, payUntil),
        ...(payUntil ? [] : [statementLine(event.owner_name)]),
      ],
    }
  },
  ended: () => new ApiError(410, SALES_OVER),
  holdSeat: (tx, id, taker) => rights.takeSeats(tx, 'event', id, taker),
  freeSeats: (tx, { seats, ...pool }) => rights.freeSeats(tx, { ...pool, kind: 'event' }, seats),
  async grant(
    deps,
    tx,
    { userId, productId, orderId, liveOnly, at }: Grant,
  ): Promise<Granted | null> {
    const number = await query.countIn(tx, productId)
    if (number === null) return null
    const right = {
      id: deps.newId(),
      user_id: userId,
      kind: 'event' as const,
      subject_id: productId,
      live_only: liveOnly ? (1 as const) : (0 as const),
    }
    return rights.giveRight(tx, { ...right, order_id: orderId, number }, at)
  },
  findGranted: (db, { userId, productId }) =>
    rights.findRight(db, { user_id: userId, kind: 'event', subject_id: productId }),
  lock: query.lockEvent,
  async revoke(_deps, tx, { keepSeat = false, ...right }) {
    await query.lockEvent(tx, right.productId)
    if (!(await rights.takeRight(tx, { ...right, kind: 'event' }))) return NO_HOLDERS
    const isListed = await dropListing(tx, right.orderId, right.at)
    await query.countOut(tx, right.productId, keepSeat || isListed ? 0 : 1)
    return { holder: right.userId, companions: [] }
  },
  async restore(_deps, tx, right) {
    const event = await query.lockEvent(tx, right.productId)
    if (event?.status !== 'published') return NO_HOLDERS
    if (!(await rights.returnRight(tx, { ...right, kind: 'event' }))) return NO_HOLDERS
    await query.countBack(tx, right.productId)
    return { holder: right.userId, companions: [] }
  },
}

async function takeFreeTicket(deps: SaleDeps, viewer: Viewer, event_id: string) {
  const granted = await takeFree(deps, viewer, 'event', event_id)
  if (granted.already) throw new ApiError(409, TICKET_HELD)
  return granted
}

export const start = async (
  deps: SaleDeps,
  viewer: Viewer,
  { event_id, ...input }: { event_id: string } & PaymentInput,
) => presentStarted(await sales.start(deps, viewer, 'event', event_id, input))

/** Returns the new or existing ticket. */
export async function join(
  deps: SaleDeps,
  viewer: Viewer,
  event_id: string,
  paymentIntentId: string | undefined,
) {
  const existing = await query.findTicket(deps.db, viewer.id, event_id)
  // Only the buyer's own payment is confirmed; another person's gets no answer about it.
  const granted = paymentIntentId
    ? await sales.finish(deps, viewer, 'event', event_id, paymentIntentId)
    : existing
      ? { ...existing, already: true }
      : await takeFreeTicket(deps, viewer, event_id)
  const body = { event_id, ticket_id: granted.id, number: granted.number }
  return new Reply(body, { status: existing || granted.already ? 200 : 201 })
}

export async function setNotify(deps: SaleDeps, viewer: Viewer, id: string, on: boolean) {
  const { seat } = await getVisibleEvent(deps.db, viewer, id, isoNow(deps))
  if (!seat.hasTicket && !seat.who.isMember && !seat.who.isOwner) throw forbidden(NOT_A_MEMBER)
  const at = isoNow(deps)
  await (on
    ? query.addNotify(deps.db, id, viewer.id, at)
    : query.removeNotify(deps.db, id, viewer.id))
  return { on }
}
