// キャンセル待ち: a person's place in the line for a seat, and the seat that is offered to them.

import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { seatsLimit } from '#contract/tickets/messages.ts'
import type { Wait } from '#contract/waitlist/calls.ts'
import { WAITS } from '#contract/waitlist/limits.ts'
import { OFFERED_ALREADY, SEATS_LEFT, WAITS_TOO_OFTEN } from '#contract/waitlist/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { SeatedKind, SeatOffer, WaitlistEntry } from '#server/db/schema/seats.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { page, Reply } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { findOpenOrder } from '../checkout/queries.ts'
import * as sales from '../checkout/service.ts'
import type { Choice, SaleDeps } from '../product.ts'
import { buysLentSeat } from '../resale/lent-seat.ts'
import * as rights from '../right-queries.ts'
import { hasFreeSeat, mostSeats, saleStateOf } from './policy.ts'
import * as query from './queries.ts'
import * as seatOffers from './seat-offer-queries.ts'
import type { WaitedProduct } from './waited-product-queries.ts'
import * as products from './waited-product-queries.ts'

interface SeatedProduct {
  kind: SeatedKind
  id: string
}

/** Whether the viewer meets the conditions of the purchase. Throws 404 if they may not see the product. */
export async function meetsSaleConditions(
  deps: SaleDeps,
  viewer: Viewer,
  { kind, id }: SeatedProduct,
  choice: Choice = {},
) {
  try {
    await deps.products[kind].quote(deps, viewer, id, choice)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status !== 404) return false
    throw error
  }
}

interface WaitState extends Pick<Wait, 'state' | 'place' | 'seats' | 'until' | 'drawn'> {
  /** The ticket type that is waited for or held. */
  typeId: string | null
}

/** Whether the seat that is held for the viewer is one that a holder gave back. */
const holdsLentSeat = (db: Db, viewer: Viewer, product: WaitedProduct, at: string) => {
  const { kind, id: productId } = product
  return buysLentSeat(db, product, { kind, productId, userId: viewer.id, at })
}

async function waitStateOf(
  db: Db,
  viewer: Viewer,
  { kind, id: productId }: SeatedProduct,
  at: string,
): Promise<WaitState> {
  const of = { userId: viewer.id, kind, productId, at }
  const entry = await query.findOpen(db, of)
  if (entry)
    return {
      state: 'waiting',
      place: await query.placeOf(db, entry),
      seats: entry.seats,
      until: null,
      drawn: false,
      typeId: entry.ticket_type_id,
    }
  const offer = await seatOffers.findLast(db, of)
  const isOpen = offer?.closed_at === null && offer.expires_at > at
  const drawn = offer?.drawn === 1
  // Their own unpaid purchase may hold the last seat, which is theirs until then.
  const order = await findOpenOrder(db, { ...of, buyerId: viewer.id })
  const held = order?.remind_at === null ? order.expires_at : null
  if (order && held !== null && held > at)
    return {
      state: 'offered',
      place: null,
      seats: order.seats,
      until: held,
      drawn: isOpen && drawn,
      typeId: order.ticket_type_id,
    }
  if (offer && isOpen)
    return {
      state: 'offered',
      place: null,
      seats: offer.seats,
      until: offer.expires_at,
      drawn,
      typeId: offer.ticket_type_id,
    }
  const isLapsed = offer && (offer.closed_at === null || offer.outcome === 'lapsed')
  return {
    state: isLapsed ? 'lapsed' : 'none',
    place: null,
    seats: isLapsed ? offer.seats : 1,
    until: isLapsed ? offer.expires_at : null,
    drawn,
    typeId: isLapsed ? offer.ticket_type_id : null,
  }
}

/** `type`: of the ticket; whether the viewer can wait for it, as they may wait for another one. */
export async function get(
  deps: SaleDeps,
  viewer: Viewer,
  { kind, id }: SeatedProduct,
  { type = null }: { type?: string | null | undefined },
): Promise<Wait> {
  const { db } = deps
  const now = isoNow(deps)
  const product = orNotFound(await products.find(db, kind, id, type))
  const isFit = await meetsSaleConditions(deps, viewer, { kind, id }, type === null ? {} : { type })
  const { typeId, ...wait } = await waitStateOf(db, viewer, { kind, id }, now)
  const own = typeId === type ? product : await products.find(db, kind, id, typeId)
  const isHeld = wait.state === 'offered' && own !== null
  const isOut = wait.state === 'none' || wait.state === 'lapsed'
  const isRunning = saleStateOf(product, now) === 'running'
  return {
    ...presentProduct(own ?? product),
    ...wait,
    resale: isHeld && (await holdsLentSeat(db, viewer, own, now)),
    can: { join: isFit && isOut && isRunning && !hasFreeSeat(product, now) },
  }
}

const presentProduct = ({ kind, id, title, room, type }: WaitedProduct) => ({
  ...{ kind, id, title, room },
  type: type && { id: type.id, name: type.name },
})

/** A few at most: nobody waits for more than they could attend. */
export const list = (deps: SaleDeps, viewer: Viewer, paging: PageWindow) =>
  page(paging, async ({ limit, offset }) => {
    const most = offset + limit
    const places = await query.listOpen(deps.read, viewer.id, most)
    const offers = await seatOffers.listOpen(deps.read, viewer.id, isoNow(deps), most)
    const all = [...places, ...offers].sort((a, b) => (a.id < b.id ? 1 : -1))
    const waits = await Promise.all(
      all.slice(offset, most).map((row) => presentRow(deps, viewer, row)),
    )
    return waits.filter((wait) => wait !== null)
  })

async function presentRow(
  deps: SaleDeps,
  viewer: Viewer,
  row: Pick<WaitlistEntry, 'kind' | 'subject_id' | 'ticket_type_id' | 'seats'> &
    ({ seq: number } | Pick<SeatOffer, 'expires_at' | 'drawn'>),
): Promise<Wait | null> {
  const { read } = deps
  const product = await products.find(read, row.kind, row.subject_id, row.ticket_type_id)
  if (!product) return null
  const base = { ...presentProduct(product), seats: row.seats, can: { join: false } }
  return 'seq' in row
    ? {
        ...base,
        state: 'waiting',
        place: await query.placeOf(read, row),
        until: null,
        drawn: false,
        resale: false,
      }
    : {
        ...base,
        state: 'offered',
        place: null,
        until: row.expires_at,
        drawn: row.drawn === 1,
        resale: await holdsLentSeat(read, viewer, product, isoNow(deps)),
      }
}

/**
 * Joins the line under the conditions of the purchase; only while the product, or the type of it that is waited for, is
 * sold out. Whoever waits already keeps their place with its type and number of seats.
 */
export async function join(
  deps: SaleDeps,
  viewer: Viewer,
  { kind, id }: SeatedProduct,
  { seats = 1, type = null }: { seats?: number | undefined; type?: string | null | undefined },
) {
  const choice = type === null ? {} : { type, seats }
  const { productId } = await deps.products[kind].quote(deps, viewer, id, choice)
  deps.throttles.own('waits', WAITS).count(viewer.id, WAITS_TOO_OFTEN)
  const isNew = await transact(deps.db, async (tx) => {
    const product = orNotFound(await products.lock(tx, kind, productId, type))
    const of = { userId: viewer.id, buyerId: viewer.id, kind, productId, at: isoNow(deps) }
    if (await query.findOpen(tx, of)) return false
    // Their own open order may hold the last seat.
    if (await findOpenOrder(tx, of)) throw new ApiError(409, PAYMENT_UNFINISHED)
    if (await seatOffers.findOpen(tx, of)) throw new ApiError(409, OFFERED_ALREADY)
    const most = mostSeats(product)
    if (seats > most) throw new ApiError(409, seatsLimit(most))
    if (hasFreeSeat(product, of.at)) throw new ApiError(409, SEATS_LEFT)
    if (!(await query.append(tx, { ...of, type, seats, id: deps.newId() }))) return false
    await rights.countSeats(tx, products.poolOf(product), { waiting: 1 })
    return true
  })
  return new Reply(await get(deps, viewer, { kind, id }, { type }), { status: isNew ? 201 : 200 })
}

/** Ends the person's place in the line and their offer, if they have one. The product's row is locked first. */
async function end(
  tx: Tx,
  userId: string,
  { kind, id }: SeatedProduct,
  at: string,
  /** Offers that are made until then; later than `at` for those that nobody knows of yet. */
  until = at,
) {
  await rights.lockSeats(tx, kind, id)
  const of = { userId, kind, productId: id, at }
  const entry = await query.findOpen(tx, of)
  if (entry && (await query.close(tx, entry.id, 'left', at)))
    await rights.countSeats(tx, entry, { waiting: -1, taken: -entry.gathered })
  const offer = await seatOffers.findLast(tx, { ...of, at: until })
  if (offer && (await seatOffers.close(tx, offer.id, 'declined', at)))
    await rights.freeSeats(tx, offer, offer.seats)
}

/**
 * Leaves the line, or declines the seats that are offered or held by an unpaid purchase; the next sweep offers them to the
 * next people. Idempotent.
 */
export async function leave(deps: SaleDeps, viewer: Viewer, of: SeatedProduct) {
  const order = await findOpenOrder(deps.db, { ...of, productId: of.id, buyerId: viewer.id })
  // A payment number is given up on its own page.
  if (order?.remind_at === null && !(await sales.release(deps, order, 'givenUp')))
    throw new ApiError(409, PAYMENT_UNFINISHED)
  await transact(deps.db, (tx) => end(tx, viewer.id, of, isoNow(deps)))
}

/** Sorts after every instant. */
const ALL_TIME = '9'

/** Leaves all lines of an account that is being deleted, in the order of locks. */
export async function leaveAll(tx: Tx, userId: string, at: string) {
  for (const { kind, subject_id: id } of await query.listProductsOf(tx, userId))
    await end(tx, userId, { kind, id }, at, ALL_TIME)
}
