import { HOUR_MS } from '#contract/lib/durations.ts'
import { typeSalesStart } from '#contract/tickets/ticket-type.ts'
import { REMIND_AT_LEFT } from '#contract/waitlist/limits.ts'
import type { WaitedProduct } from './waited-product-queries.ts'

/** `paused`: nobody can buy now, but the sale is not over; the line stands still. */
export type SaleState = 'running' | 'paused' | 'over' | 'cancelled'

type Sale = Pick<
  WaitedProduct,
  | 'status'
  | 'publishment_flg'
  | 'sells_from'
  | 'sells_until'
  | 'is_closed'
  | 'valid_until'
  | 'room_state'
  | 'amount'
>

/** `now`: an instant. */
export function saleStateOf(product: Sale, now: string): SaleState {
  const { status, publishment_flg, sells_from, sells_until, is_closed, room_state } = product
  if (status === 'cancelled') return 'cancelled'
  if (is_closed || publishment_flg > 1 || now >= sells_until) return 'over'
  const hasBegun = (typeSalesStart({ ...product, sales_from: sells_from }, product) ?? '') <= now
  return status === 'published' && room_state === 1 && hasBegun ? 'running' : 'paused'
}

type Resale = Pick<WaitedProduct, 'status' | 'publishment_flg' | 'resale_until' | 'is_closed'>

/** Whether tickets may be given back and sold by 公式リセール. A stream that has begun is watched. `now`: an instant. */
export const isResaleOpen = (
  { status, publishment_flg, resale_until, is_closed }: Resale,
  now: string,
) => status === 'published' && publishment_flg === 0 && !is_closed && now < (resale_until ?? '')

/** Seats as a row has them that knows of no types. */
type Seats = Pick<WaitedProduct, 'taken' | 'listed' | 'capacity'> &
  Partial<Pick<WaitedProduct, 'type' | 'lentElsewhere'>>

/** Places of the type itself; it may share those of the ticket. */
const placesOf = ({ type }: Seats) => type?.capacity ?? Number.POSITIVE_INFINITY

/** Free seats that are not those of listed tickets. Negative: so many lent seats are being sold. */
export function ownSeats(product: Seats): number {
  const { capacity, taken, listed, type } = product
  return Math.min(
    capacity - taken - listed,
    placesOf(product) - (type?.taken ?? 0) - (type?.listed ?? 0),
  )
}

/** Free seats with those of listed tickets, of the same type alone. */
export function lendableSeats(product: Seats): number {
  const { capacity, taken, type, lentElsewhere = 0 } = product
  return Math.min(capacity - taken - lentElsewhere, placesOf(product) - (type?.taken ?? 0))
}

/** Seats that may be sold, with those of listed tickets. */
export const freeSeats = (product: WaitedProduct, now: string) =>
  isResaleOpen(product, now) ? lendableSeats(product) : ownSeats(product)

/** Seats for which one person may wait: as many as one purchase takes, and as there are. */
export const mostSeats = (product: WaitedProduct) =>
  Math.min(product.max_seats, product.capacity, placesOf(product))

/** Whether the next seat that is sold is that of a listed ticket: all others are taken. */
export const isListedSeatNext = (product: Seats) =>
  (product.type ?? product).listed > 0 && lendableSeats(product) > 0 && ownSeats(product) <= 0

/**
 * Seats that anybody may buy, `withLent`: with those of listed tickets. While people wait, a free seat is the next one's,
 * and nobody buys one that those who wait for another type may get. A lent seat is for nobody but those of its type.
 */
export function seatsOnSale(
  product: Seats & Pick<WaitedProduct, 'waiting'> & Partial<Pick<WaitedProduct, 'claimed'>>,
  withLent: boolean,
): number {
  const { type, claimed = 0, capacity, taken, listed, lentElsewhere = 0 } = product
  if ((type ?? product).waiting > 0) return 0
  const elsewhere = withLent ? lentElsewhere : listed
  const unclaimed = Math.max(
    capacity - taken - elsewhere - claimed,
    withLent ? (type?.lent ?? 0) : 0,
  )
  return Math.max(0, Math.min(unclaimed, withLent ? lendableSeats(product) : ownSeats(product)))
}

/** Whether anybody may buy a seat. */
export const hasFreeSeat = (product: WaitedProduct, now: string) =>
  seatsOnSale(product, isResaleOpen(product, now)) > 0

/**
 * Deadline of an offer that begins now, never after the end of the sale or, for the seat of a listed ticket, of 公式リセール;
 * and when its person is reminded.
 */
export function offerTimes(
  product: Seats & Pick<WaitedProduct, 'offer_hours' | 'sells_until' | 'resale_until'>,
  now: Date,
) {
  const { offer_hours, sells_until, resale_until } = product
  const begins = now.getTime()
  const last = (isListedSeatNext(product) && resale_until) || sells_until
  const ends = Math.min(begins + offer_hours * HOUR_MS, Date.parse(sells_until), Date.parse(last))
  const reminded = ends - Math.round((ends - begins) * REMIND_AT_LEFT)
  return { remind_at: new Date(reminded).toISOString(), expires_at: new Date(ends).toISOString() }
}
