import { HOUR_MS } from '#contract/lib/durations.ts'
import { salesStart } from '#contract/shared/rules.ts'
import { REMIND_AT_LEFT } from '#contract/waitlist/limits.ts'
import type { WaitedProduct } from './waited-product-queries.ts'

/** `paused`: nobody can buy now, but the sale is not over; the line stands still. */
export type SaleState = 'running' | 'paused' | 'over' | 'cancelled'

type Sale = Pick<
  WaitedProduct,
  'status' | 'publishment_flg' | 'sells_until' | 'valid_until' | 'room_state' | 'amount'
>

/** `now`: an instant. */
export function saleStateOf(product: Sale, now: string): SaleState {
  const { status, publishment_flg, sells_until, valid_until, room_state, amount } = product
  if (status === 'cancelled') return 'cancelled'
  if (publishment_flg > 1 || now >= sells_until) return 'over'
  const hasBegun = (salesStart(amount, valid_until) ?? '') <= now
  return status === 'published' && room_state === 1 && hasBegun ? 'running' : 'paused'
}

type Resale = Pick<WaitedProduct, 'status' | 'publishment_flg' | 'resale_until'>

/** Whether tickets may be given back and sold by 公式リセール. A stream that has begun is watched. `now`: an instant. */
export const isResaleOpen = ({ status, publishment_flg, resale_until }: Resale, now: string) =>
  status === 'published' && publishment_flg === 0 && now < (resale_until ?? '')

type Seats = Pick<WaitedProduct, 'taken' | 'listed' | 'capacity'>

/** Free seats that are not those of listed tickets. Negative: so many lent seats are being sold. */
export const ownSeats = ({ capacity, taken, listed }: Seats) => capacity - taken - listed

/** Seats that may be sold, with those of listed tickets. */
export const freeSeats = (product: Seats & Resale, now: string) =>
  ownSeats(product) + (isResaleOpen(product, now) ? product.listed : 0)

/** Seats for which one person may wait: as many as one purchase takes, and as there are. */
export const mostSeats = ({ max_seats, capacity }: Pick<WaitedProduct, 'max_seats' | 'capacity'>) =>
  Math.min(max_seats, capacity)

/** Whether the next seat that is sold is that of a listed ticket: all others are taken. */
export const isListedSeatNext = ({ taken, listed, capacity }: Seats) =>
  listed > 0 && taken < capacity && taken + listed >= capacity

/** Whether anybody may buy a seat. While people wait, a free seat is the next one's. */
export const hasFreeSeat = (
  product: Seats & Resale & Pick<WaitedProduct, 'waiting'>,
  now: string,
) => product.waiting === 0 && freeSeats(product, now) > 0

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
