import * as z from 'zod'
import { REPORT_CATEGORIES, REPORT_KINDS } from '../reports.ts'
import { ById, Instant, Member, Paging } from '../shared.schema.ts'
import { Author, Decision, Standing } from './decision.schema.ts'
import { Reason } from './reason.schema.ts'

const State = z.enum(['open', 'upheld', 'dismissed'])

/** All that was reported of one thing and is not decided, or was decided together. */
const Case = z.object({
  /** The first report's. */
  id: z.string(),
  kind: z.enum(REPORT_KINDS),
  state: State,
  categories: z.array(z.enum(REPORT_CATEGORIES)),
  count: z.int(),
  author: Member.nullable(),
  /** What it said, in a line. */
  words: z.string(),
  reported_at: Instant,
  decided_at: Instant.nullable(),
})

const Told = z.object({
  id: z.string(),
  reporter: Member,
  category: z.enum(REPORT_CATEGORIES),
  reason: z.string(),
  created_at: Instant,
  /** What was reported, as it stood then. */
  evidence: z.record(z.string(), z.string().nullable()),
})

const ReportCase = Case.extend({
  author: Author.nullable(),
  reports: z.array(Told),
  now: Standing,
  decision: Decision.nullable(),
  /** Other decisions about what this author made, the newest first. */
  former: z.array(Decision),
})

export const shapes = {
  listReports: {
    query: Paging.extend({
      state: z.enum([...State.options, 'all']).default('open'),
      kind: z.enum(REPORT_KINDS).optional(),
      category: z.enum(REPORT_CATEGORIES).optional(),
    }),
    output: z.array(Case),
  },
  getReport: { params: ById, output: ReportCase },
  decideReport: {
    params: ById,
    body: z.object({ outcome: z.enum(['upheld', 'dismissed']), reason: Reason }),
    output: ReportCase,
  },
  reverseReport: { params: ById, body: z.object({ reason: Reason }), output: ReportCase },
}
