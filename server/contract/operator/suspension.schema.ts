import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'

export const Suspension = z.object({ reason: z.string(), since: Instant })

/** A report, on the page of the person or room that it concerns. */
export const ReportLine = z.object({
  id: z.string(),
  kind: z.enum(['room', 'event', 'thread', 'comment', 'talk', 'message', 'user']),
  category: z.string(),
  status: z.enum(['open', 'upheld', 'dismissed']),
  created_at: Instant,
})

/** Number of reports, number of open ones, and the latest. */
export const Reports = z.object({
  total: z.int(),
  open: z.int(),
  latest: z.array(ReportLine),
})
