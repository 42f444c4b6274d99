import type { OperatorAction } from '#contract/operator/audit/calls.ts'
import type { AuditField } from '#contract/operator/audit-fields.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { insertAudit } from './audit-queries.ts'

type Values = Partial<Record<AuditField, string | number | boolean | null>>

interface Act {
  action: OperatorAction
  /** Object of the action. */
  target: `${string}:${string}`
  /** Ids and states of the changed object; no email addresses or texts. */
  before: Values
  after: Values
  /** The instant of the action where others keep it as well; default: now. */
  at?: string
}

/** Viewer of commands from the machine's shell. */
export const SHELL: Viewer = { id: '', operator: true, sessionId: '', tokenEnds: Infinity }

/** Id of the acting account; null for the shell. */
export const actorOf = (viewer: Viewer): string | null => viewer.id || null

/** Writes the audit record in the transaction of the action. */
export const record = (
  tx: Tx,
  { newId, clock }: Deps,
  viewer: Viewer,
  { action, target, before, after, at = clock.now().toISOString() }: Act,
) =>
  insertAudit(tx, {
    id: newId(),
    actor_id: actorOf(viewer),
    action,
    target,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    created_at: at,
  })
