import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'

/** A difference between the provider and our records. */
const Difference = z.object({
  invariant: z.string(),
  account: z.string(),
  object: z.string(),
  ours: z.string(),
  theirs: z.string(),
  todo: z.string(),
})

/** Result of a reconciliation: the first differences, and their number. */
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
  /** Start of a run in progress. */
  running_since: Instant.nullable(),
  /** The latest completed run. */
  last: Reconciled.extend({
    state: z.enum(['done', 'failed']),
    finished_at: Instant,
  }).nullable(),
})

export const reconciliationShapes = {
  getReconciliation: { output: Reconciliation },
  startReconciliation: { output: z.object({ message: z.string() }) },
}
