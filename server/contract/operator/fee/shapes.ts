import * as z from 'zod'
import { FEE_PERCENT } from '../../service-fee/limits.ts'
import { ById, Instant } from '../../shared/shared.schema.ts'
import { Reason } from '../reason.schema.ts'
import { FEE_DAY_WRONG, FEE_WRONG } from './messages.ts'

const FeeVersion = z.object({
  id: z.string(),
  percent: z.int(),
  /** Start of a day in Japan. */
  effective_at: Instant,
  reason: z.string(),
  /** A handle; null: from the shell, or of a deleted account. */
  actor: z.string().nullable(),
  created_at: Instant,
  withdrawn_at: Instant.nullable(),
})

export const FeeBoard = z.object({
  /** Current fee in percent. */
  percent: z.int(),
  planned: FeeVersion.nullable(),
  /** All past and withdrawn versions, newest first. */
  history: z.array(FeeVersion),
  /** Earliest day for a change, in Japan. */
  earliest: z.iso.date(),
  /** Memberships whose fee still has to be updated at the provider. */
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
      /** A day in Japan: sales from its start on have the new fee. */
      from: z.iso.date({ error: FEE_DAY_WRONG }),
      reason: Reason,
    }),
    output: FeeBoard,
  },
  withdrawFee: { params: ById, body: z.object({ reason: Reason }), output: FeeBoard },
}
