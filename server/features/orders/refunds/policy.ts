import type { Payment } from '#contract/orders.ts'
import { isMovedFar, movedRefundUntil, neverStarted } from '#contract/rules.ts'
import type { PaymentRow } from '../queries.ts'

type EventColumns = Pick<
  PaymentRow,
  'event_status' | 'publishment_flg' | 'start_at' | 'bought_start' | 'moved_at'
>

/**
 * Why a buyer may have their money back without asking anybody: the event should have begun long ago, or it was moved
 * far from what they bought, and has not begun. Null for everything else.
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
