import type { AuditRow } from '#contract/operator/audit/calls.ts'
import { AuditRow as Shape } from '#contract/operator/audit/shapes.ts'
import { jsonOf } from '#server/db/json.ts'
import type { listActions } from './queries.ts'

type Stored = Awaited<ReturnType<typeof listActions>>[number]

const valuesIn = jsonOf(Shape.shape.before)

export const presentAction = (row: Stored, label: string | null): AuditRow => ({
  ...row,
  // A release may not know the actions of a later one, and must show the others.
  action: row.action as AuditRow['action'],
  label,
  before: valuesIn(row.before),
  after: valuesIn(row.after),
})
