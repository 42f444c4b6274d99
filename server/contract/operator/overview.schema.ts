import * as z from 'zod'
import { Yen } from '../shared.schema.ts'

export const Overview = z.object({
  /** How many of each wait for somebody. */
  todo: z.object({
    reports: z.int(),
    disclosures: z.int(),
    takedowns: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    work: z.int(),
    differences: z.int(),
    /** Of the newest comparison with the payment provider; one where there was no comparing. */
    reconciliation: z.int(),
  }),
  /** Since midnight in Japan. */
  today: z.object({ people: z.int(), sales: Yen, platform_fee: Yen, unbooked: Yen }),
  all: z.object({ people: z.int(), rooms: z.int(), on_air: z.int() }),
})

export const shapes = { getOverview: { output: Overview } }
