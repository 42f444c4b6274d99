import type { OperatorAction } from '#contract/operator/audit.ts'
import type { AuditField } from '#contract/operator/audit-fields.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

type Values = Partial<Record<AuditField, string | number | boolean | null>>

interface Act {
  action: OperatorAction
  /** What it was done to. */
  target: `${string}:${string}`
  /** Ids and states of what changed: no mail address, no text of anybody's. */
  before: Values
  after: Values
}

/** Whoever runs the machine, and calls from its shell instead of logging in. */
export const SHELL: Viewer = { id: '', operator: true, sessionId: '', tokenEnds: Infinity }

/** The account that acts; null for the shell. */
export const actorOf = (viewer: Viewer): string | null => viewer.id || null

/** Writes down what an operator does, in the transaction that does it. */
export const record = (
  tx: Tx,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  viewer: Viewer,
  { action, target, before, after }: Act,
) =>
  tx
    .insertInto('audit')
    .values({
      id: newId(),
      actor_id: actorOf(viewer),
      action,
      target,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      created_at: clock.now().toISOString(),
    })
    .execute()
