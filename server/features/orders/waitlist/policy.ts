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

/** Whether anybody may buy a seat. While people wait, a free seat is the next one's. */
export const hasFreeSeat = ({
  taken,
  waiting,
  capacity,
}: Pick<WaitedProduct, 'taken' | 'waiting' | 'capacity'>) => waiting === 0 && taken < capacity

/** Deadline of an offer that begins now, never after the end of the sale, and when its person is reminded. */
export function offerTimes(
  { offer_hours, sells_until }: Pick<WaitedProduct, 'offer_hours' | 'sells_until'>,
  now: Date,
) {
  const begins = now.getTime()
  const ends = Math.min(begins + offer_hours * HOUR_MS, Date.parse(sells_until))
  const reminded = ends - Math.round((ends - begins) * REMIND_AT_LEFT)
  return { remind_at: new Date(reminded).toISOString(), expires_at: new Date(ends).toISOString() }
}
