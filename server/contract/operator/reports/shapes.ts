import * as z from 'zod'
import { REPORT_CATEGORIES, REPORT_KINDS } from '../../reports/calls.ts'
import { ById, Instant, Member, Paging } from '../../shared/shared.schema.ts'
import { Author, ContentVisibility, Decision } from '../decision.schema.ts'
import { Reason } from '../reason.schema.ts'

const State = z.enum(['open', 'upheld', 'dismissed'])

/** All reports of the same content that are undecided, or were decided together. */
const Case = z.object({
  /** Id of the first report. */
  id: z.string(),
  kind: z.enum(REPORT_KINDS),
  state: State,
  categories: z.array(z.enum(REPORT_CATEGORIES)),
  count: z.int(),
  author: Member.nullable(),
  /** Excerpt of the content in one line. */
  words: z.string(),
  reported_at: Instant,
  decided_at: Instant.nullable(),
})

const MessageText = z.object({
  id: z.string(),
  reporter: Member,
  category: z.enum(REPORT_CATEGORIES),
  reason: z.string(),
  created_at: Instant,
  /** The content at the time of the report. */
  evidence: z.record(z.string(), z.string().nullable()),
})

const ReportCase = Case.extend({
  author: Author.nullable(),
  reports: z.array(MessageText),
  now: ContentVisibility,
  decision: Decision.nullable(),
  /** Other decisions about this author, newest first. */
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
