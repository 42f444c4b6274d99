import { SHELL_ACTOR } from '#contract/operator/audit/calls.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'

interface Sought extends PageWindow {
  action?: string | undefined
  actor?: string | undefined
  target?: string | undefined
}

/** Audit records, newest first. */
export const listActions = (db: Db, { action, actor, target, limit, offset }: Sought) =>
  db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.actor_id')
    .select([
      'audit.id',
      'audit.action',
      'audit.target',
      'audit.before',
      'audit.after',
      'audit.created_at',
      'user.name as actor',
    ])
    .$call((all) => (action ? all.where('audit.action', '=', action) : all))
    .$call((all) => (target ? all.where('audit.target', '=', target) : all))
    .$if(actor === SHELL_ACTOR, (all) => all.where('audit.actor_id', 'is', null))
    .$call((all) =>
      actor === undefined || actor === SHELL_ACTOR ? all : all.where('user.name', '=', actor),
    )
    .orderBy('audit.created_at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
