import * as z from 'zod'
import { Instant, Paging } from '../../shared/shared.schema.ts'
import { OPERATOR_ACTIONS } from './calls.ts'

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const AuditRow = z.object({
  id: z.string(),
  action: z.enum(OPERATOR_ACTIONS),
  /** `<kind>:<id>`. */
  target: z.string(),
  /** Current name or title of the target; null if it is deleted or has none. */
  label: z.string().nullable(),
  before: Values,
  after: Values,
  created_at: Instant,
  /** A handle; null for an action from the shell. */
  actor: z.string().nullable(),
})

export const shapes = {
  listAudit: {
    query: Paging.extend({
      action: z.enum(OPERATOR_ACTIONS).optional(),
      /** A handle, or `SHELL_ACTOR`. */
      actor: z.string().max(64).optional(),
      target: z.string().max(200).optional(),
    }),
    output: z.array(AuditRow),
  },
}
