import * as z from 'zod'
import { REPORT_KINDS } from '../../reports/calls.ts'
import { Instant, Member, Paging, Yen } from '../../shared/shared.schema.ts'
import { TASK_KINDS } from './calls.ts'

const Kind = z.enum(TASK_KINDS)

export const Task = z.object({
  kind: Kind,
  /** Of a report: the first one of its case. */
  id: z.string(),
  /** Excerpt of the content, title of the product, or topic of the work; may be empty. */
  title: z.string(),
  /** Kind of the reported content. */
  content: z.enum(REPORT_KINDS).nullable(),
  /** Reports of the same content. */
  count: z.int(),
  amount: Yen.nullable(),
  /** The case number of a takedown request. */
  number: z.string().nullable(),
  /** Handle of the author, the seller or the buyer. */
  person: z.string().nullable(),
  /** Kind of the last failure of work. */
  error: z.string().nullable(),
  /** It failed, and a retry may help. */
  can: z.object({ retry: z.boolean() }),
  since: Instant,
  assignee: Member.nullable(),
})

export const shapes = {
  listTasks: {
    query: Paging.extend({
      kind: Kind.optional(),
      /** `mine`: those of the operator who asks; `free`: those that nobody has. */
      whose: z.enum(['all', 'mine', 'free']).default('all'),
    }),
    output: z.array(Task),
  },
  assignTask: {
    params: z.object({ kind: Kind, id: z.string() }),
    /** Whether the task is of the operator who asks, or of nobody. */
    body: z.object({ mine: z.boolean() }),
  },
}
