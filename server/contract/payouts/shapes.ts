import * as z from 'zod'
import { DatedQuery } from '../orders/record-query.schema.ts'
import { Year } from '../orders/shapes.ts'
import { Instant, Yen } from '../shared/shared.schema.ts'

export const Payout = z.object({
  id: z.string(),
  amount: Yen,
  /** A failed payout stays in the seller's balance. */
  state: z.enum(['in_transit', 'paid', 'failed']),
  created_at: Instant,
  arrived_at: Instant.nullable(),
  /** In Japanese, if it failed. */
  reason: z.string().nullable(),
})

export const Payouts = z.object({
  /** The next payout day and its estimated amount; null if payouts are not possible. */
  next: z.object({ day: z.iso.date(), amount: Yen }).nullable(),
  /** The newest ones; `listPayoutRecords` has all. */
  payouts: z.array(Payout),
})

/** An invoice of the platform for its fees, or a correction of one. */
export const FeeInvoice = z.object({
  id: z.string(),
  number: z.string(),
  /** `2026-11`. */
  month: z.string(),
  /** Of the period, as this paper states it. */
  total: Yen,
  is_correction: z.boolean(),
  issued_at: Instant,
})

/** `2026-11`. */
export const Month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/)

export const shapes = {
  listPayouts: { output: Payouts },
  listPayoutRecords: { query: DatedQuery, output: z.array(Payout) },
  listFeeInvoices: { query: DatedQuery, output: z.array(FeeInvoice) },
  listFees: {
    /** `amount`: of the month as corrected; `numbers`: of its invoice and corrections. */
    output: z.array(z.object({ month: Month, amount: Yen, numbers: z.array(z.string()) })),
  },
  exportSales: { params: z.object({ year: Year }) },
  getFee: { params: z.object({ month: Month }) },
}
