import * as z from 'zod'
import { Instant } from '../shared.schema.ts'

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
