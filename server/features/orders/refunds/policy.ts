import type { Payment } from '#contract/orders/calls.ts'
import { isMovedFar, movedRefundUntil, neverStarted } from '#contract/shared/rules.ts'
import type { PaymentRow } from '../queries.ts'

type EventColumns = Pick<
  PaymentRow,
  'event_status' | 'publishment_flg' | 'start_at' | 'bought_start' | 'moved_at'
>

/**
 * Why a buyer may refund without the seller: the event never started, or was moved far from the bought time and has not
 * started. Null otherwise.
 */
export function refundableNow(
  { event_status, publishment_flg, start_at, bought_start, moved_at }: EventColumns,
  now: string,
): Payment['refundable'] {
  if (event_status !== 'published' || publishment_flg !== 0 || start_at === null) return null
  if (neverStarted({ status: event_status, publishment_flg, start_at }, now))
    return { why: 'never_started', until: null }
  if (!bought_start || !moved_at || !isMovedFar(bought_start, start_at)) return null
  const until = movedRefundUntil(moved_at)
  return now < until ? { why: 'moved', until } : null
}
