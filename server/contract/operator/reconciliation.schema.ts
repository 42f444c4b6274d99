import * as z from 'zod'
import { Instant } from '../shared.schema.ts'

/** One thing in which the provider and our books do not agree. */
const Difference = z.object({
  invariant: z.string(),
  account: z.string(),
  object: z.string(),
  ours: z.string(),
  theirs: z.string(),
  todo: z.string(),
})

/** What a comparison found: the first differences of it, and how many there are. */
export const Reconciled = z.object({
  counted: z.object({
    accounts: z.int(),
    orders: z.int(),
    payments: z.int(),
    lines: z.int(),
  }),
  total: z.int(),
  differences: z.array(Difference),
})

export const Reconciliation = z.object({
  /** Since when one is under way. */
  running_since: Instant.nullable(),
  /** The newest that is over. */
  last: Reconciled.extend({
    state: z.enum(['done', 'failed']),
    finished_at: Instant,
  }).nullable(),
})

export const reconciliationShapes = {
  getReconciliation: { output: Reconciliation },
  startReconciliation: { output: z.object({ message: z.string() }) },
}
