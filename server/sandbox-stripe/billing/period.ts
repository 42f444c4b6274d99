import type Stripe from 'stripe'
import { defined } from '../core/values.ts'

export interface Rhythm {
  /** day, week, month or year. */
  interval: string
  interval_count: number
}

const DAY = 86_400

/**
 * The `n`-th period boundary after the anchor (seconds). Months are clamped: the 31st becomes the 28th, and returns.
 */
export function nthAfter(anchor: number, { interval, interval_count }: Rhythm, n: number): number {
  const steps = n * interval_count
  if (interval === 'day') return anchor + steps * DAY
  if (interval === 'week') return anchor + steps * 7 * DAY
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps)
}

/** The end of the current period, which all items share. */
export const periodEnd = ({ items }: Stripe.Subscription): number =>
  defined(items.data[0], 'the first item of a subscription').current_period_end

/** The end of the period that begins at `start`. */
export function endAfter(anchor: number, rhythm: Rhythm, start: number): number {
  for (let n = 1; ; n++) {
    const end = nthAfter(anchor, rhythm, n)
    if (end > start) return end
  }
}

function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return to.getTime() / 1000
}
