import type { PaymentCard } from '#contract/payments/calls.ts'
import { isoDate } from '#pwa/lib/format.ts'

export type Expiry = 'good' | 'soon' | 'over'

/** A card is valid to the end of its month; `soon` in that month and the one before. */
export function expiryOf({ exp_year, exp_month }: PaymentCard, now: string): Expiry {
  const [year = 0, month = 0] = isoDate(now).split('-').map(Number)
  const left = (exp_year - year) * 12 + exp_month - month
  if (left < 0) return 'over'
  return left <= 1 ? 'soon' : 'good'
}

/** 04/28 */
export const expiryLabel = ({ exp_month, exp_year }: PaymentCard) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
