import * as z from 'zod'
import { OPERATOR_REASON_MAX } from '../limits.ts'
import { fieldName, required, tooLong } from '../messages.ts'
import { Instant } from '../shared.schema.ts'
import { lengthOf } from '../text.ts'

/** Why an operator does something; whoever it touches reads it. */
export const Reason = z
  .string()
  .trim()
  .min(1, required(fieldName('reason')))
  .max(10 * OPERATOR_REASON_MAX)
  .refine((text) => lengthOf(text) <= OPERATOR_REASON_MAX, {
    error: tooLong(fieldName('reason'), OPERATOR_REASON_MAX),
  })

export const Suspension = z.object({ reason: z.string(), since: Instant })

/** One report as the page of whom it concerns names it. */
export const ReportLine = z.object({
  id: z.string(),
  kind: z.enum(['room', 'event', 'thread', 'comment', 'talk', 'message', 'user']),
  category: z.string(),
  status: z.enum(['open', 'upheld', 'dismissed']),
  created_at: Instant,
})

/** All that were made, how many of them wait, and the newest few. */
export const Reports = z.object({
  total: z.int(),
  open: z.int(),
  latest: z.array(ReportLine),
})
