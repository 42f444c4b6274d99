import * as z from 'zod'
import { REPORT_KINDS } from '../../reports/calls.ts'
import { ById, Instant, Member, Paging } from '../../shared/shared.schema.ts'
import { CLAIMS } from '../../takedowns/calls.ts'
import { Answer } from '../../takedowns/shapes.ts'
import { Author, ContentVisibility, Decision } from '../decision.schema.ts'
import { Reason } from '../reason.schema.ts'

const State = z.enum(['open', 'inquired', 'accepted', 'declined'])

const Row = z.object({
  id: z.string(),
  number: z.string(),
  state: State,
  kind: z.enum(REPORT_KINDS),
  words: z.string(),
  claimed: z.enum(CLAIMS),
  created_at: Instant,
  answer: Answer.nullable(),
  answer_until: Instant.nullable(),
  decided_at: Instant.nullable(),
})

const Takedown = Row.extend({
  url: z.string(),
  claim: z.string(),
  /** Empty once erased. */
  name: z.string(),
  email: z.string(),
  behalf: z.string(),
  /** Null for a visitor. */
  requester: Member.nullable(),
  author: Author.nullable(),
  evidence: z.record(z.string(), z.string().nullable()),
  now: ContentVisibility,
  inquired_at: Instant.nullable(),
  answer_text: z.string(),
  answered_at: Instant.nullable(),
  decision: Decision.nullable(),
  former: z.array(Decision),
})

export const shapes = {
  listTakedowns: {
    query: Paging.extend({
      state: z.enum(['open', 'accepted', 'declined', 'all']).default('open'),
    }),
    output: z.array(Row),
  },
  getTakedown: { params: ById, output: Takedown },
  inquireTakedown: { params: ById, output: Takedown },
  decideTakedown: {
    params: ById,
    body: z.object({ outcome: z.enum(['accepted', 'declined']), reason: Reason }),
    output: Takedown,
  },
  reverseTakedown: { params: ById, body: z.object({ reason: Reason }), output: Takedown },
}
