// コンビニ払い: who may choose it, and until when a payment number holds its seat.

import { addDays, dayOf, startOf } from '../lib/days.ts'
import { HOUR_MS } from '../lib/durations.ts'

/** Yen that the provider takes in one payment. */
export const KONBINI_AMOUNT = { min: 120, max: 300_000 } as const
/** Days that an owner may give to pay; 0: not offered. */
export const KONBINI_DAYS = { choices: [0, 1, 2, 3], max: 3 } as const
/** A payment number is not given for less time than this: the buyer has to walk to a store. */
export const KONBINI_LEAST_MS = 3 * HOUR_MS
/** Part of its time that is left when its buyer is reminded. */
export const KONBINI_REMIND_AT_LEFT = 0.25

/** The stores, as the provider names them. */
export const KONBINI_STORES = {
  familymart: 'ファミリーマート',
  lawson: 'ローソン',
  ministop: 'ミニストップ',
  seicomart: 'セイコーマート',
} as const
export type KonbiniStore = keyof typeof KONBINI_STORES

/** What decides whether a ticket can be paid in a store. Instants. */
export interface KonbiniSale {
  amount: number
  konbini_days: number
  sales_end: string
  start: string
  /** The seat is one that a holder gave back: they wait for its payment. */
  resale: boolean
}

/**
 * Deadline of a payment number that is given at `now`: the end of the last day in Japan, the end of the sale or the
 * start, whichever comes first, in whole seconds as the provider counts. Null: it is not offered.
 */
export function konbiniDeadline(sale: KonbiniSale, now: string): string | null {
  const { amount, konbini_days, sales_end, start, resale } = sale
  if (resale || konbini_days === 0 || amount < KONBINI_AMOUNT.min || amount > KONBINI_AMOUNT.max)
    return null
  const lastDay = Date.parse(startOf(addDays(dayOf(new Date(now)), konbini_days + 1))) - 1_000
  const ends = Math.min(lastDay, Date.parse(sales_end), Date.parse(start))
  const until = Math.floor(ends / 1_000) * 1_000
  return until - Date.parse(now) < KONBINI_LEAST_MS ? null : new Date(until).toISOString()
}
