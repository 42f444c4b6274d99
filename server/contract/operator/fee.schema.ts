import * as z from 'zod'
import { FEE_PERCENT } from '../limits.ts'
import { ById, Instant } from '../shared.schema.ts'
import { FEE_DAY_WRONG, FEE_WRONG } from './fee-messages.ts'
import { Reason } from './reason.schema.ts'

const FeeVersion = z.object({
  id: z.string(),
  percent: z.int(),
  /** The beginning of a day in Japan. */
  effective_at: Instant,
  reason: z.string(),
  /** A handle; null: from the shell, or of somebody who has left. */
  actor: z.string().nullable(),
  created_at: Instant,
  withdrawn_at: Instant.nullable(),
})

export const FeeBoard = z.object({
  /** Now, in percent. */
  percent: z.int(),
  planned: FeeVersion.nullable(),
  /** All that there were, and those that were called off; the newest first. */
  history: z.array(FeeVersion),
  /** The first day that may be planned, in Japan. */
  earliest: z.iso.date(),
  /** Memberships whose next month is still to be told to the provider. */
  pending: z.int(),
})

export const shapes = {
  getFee: { output: FeeBoard },
  planFee: {
    body: z.object({
      percent: z
        .int({ error: FEE_WRONG })
        .min(FEE_PERCENT.min, { error: FEE_WRONG })
        .max(FEE_PERCENT.max, { error: FEE_WRONG }),
      /** A day in Japan: what is sold from its beginning on bears the new fee. */
      from: z.iso.date({ error: FEE_DAY_WRONG }),
      reason: Reason,
    }),
    output: FeeBoard,
  },
  withdrawFee: { params: ById, body: z.object({ reason: Reason }), output: FeeBoard },
}
