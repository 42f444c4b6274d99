import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'

/** The frozen content of a fee invoice or of its correction. Yen, tax included. */
const FeeBody = z.object({
  /** The seller's name at the time. */
  to: z.string(),
  issuer: z.object({
    name: z.string(),
    address: z.string(),
    /** The T-number, if it was valid on each day of the period. */
    invoice_number: z.string().nullable(),
  }),
  /** Days in Japan, both included. */
  period: z.object({ start: z.string(), end: z.string() }),
  /** Fees taken at one percentage; null if it is unknown. */
  shares: z.array(
    z.object({ percent: z.number().nullable(), taken: z.number(), sales: z.number() }),
  ),
  given_back: z.number(),
  total: z.number(),
  tax_rate: z.number(),
  tax: z.number(),
  /** Of a correction: the paper that it replaces. */
  corrects: z.object({ number: z.string(), issued_at: z.string(), total: z.number() }).optional(),
})
export type FeeBody = z.output<typeof FeeBody>

export const feeBodyOf = jsonOf(FeeBody)
