import * as z from 'zod'
import { Yen } from '../../shared/shared.schema.ts'

export const Overview = z.object({
  /** Number of pending tasks of each kind. */
  todo: z.object({
    reports: z.int(),
    disclosures: z.int(),
    takedowns: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    /** Payments with an inquiry or a fraud warning. */
    warnings: z.int(),
    work: z.int(),
    differences: z.int(),
    /** Differences of the latest reconciliation; one if it failed. */
    reconciliation: z.int(),
  }),
  /** Since midnight in Japan. */
  today: z.object({ people: z.int(), sales: Yen, platform_fee: Yen, unbooked: Yen }),
  all: z.object({ people: z.int(), rooms: z.int(), on_air: z.int() }),
  /** The last days, today included, oldest first. */
  trend: z
    .array(
      z.object({
        date: z.iso.date(),
        people: z.int(),
        sales: Yen,
        platform_fee: Yen,
        reports: z.int(),
      }),
    )
    .optional(),
})

export const shapes = { getOverview: { output: Overview } }
