import { type RawBuilder, sql } from 'kysely'
import type { TaskKind } from '#contract/operator/queue/calls.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { MemberRow } from '#server/features/profile/member.ts'

interface Waiting {
  kind: TaskKind
  id: string
  since: string
  count: number
}
interface Filter extends PageWindow {
  /** The operator who asks. */
  viewerId: string
  whose: 'all' | 'mine' | 'free'
  kind?: TaskKind | undefined
  /** Refunds requested before it are late. */
  late: string
}

/** Everything that waits for an operator; the reports of the same content are one task. */
const allWaiting = (late: string) => sql<Waiting>`(
  select 'report' as kind, min(report.id) as id, min(report.created_at) as since, count(*) as count
    from report where report.status = 'open' group by report.kind, report.target_id, report.event_id
  union all select 'takedown', takedown.id, takedown.created_at, 1
    from takedown where takedown.state in ('open', 'inquired')
  union all select 'disclosure', disclosure_request.id, disclosure_request.created_at, 1
    from disclosure_request where disclosure_request.state = 'open'
  union all select 'refund', refund.id, refund.created_at, 1
    from refund where refund.state = 'failed' or (refund.state = 'open' and refund.transfer is null and refund.created_at <= ${late})
  union all select 'work', outbox.id, outbox.created_at, 1
    from outbox where outbox.error is not null and outbox.done_at is not null
)`

const conditionOf = ({ kind, whose, viewerId }: Filter): RawBuilder<unknown> => {
  const conditions = [
    kind ? sql`waiting.kind = ${kind}` : sql`1 = 1`,
    whose === 'mine' ? sql`operator.id = ${viewerId}` : sql`1 = 1`,
    whose === 'free' ? sql`operator.id is null` : sql`1 = 1`,
  ]
  return sql.join(conditions, sql` and `)
}

export type TaskRow = Waiting & { [K in keyof MemberRow]: MemberRow[K] | null }

/** Oldest first, each with the operator who has it. */
export async function listTasks(db: Db, filter: Filter): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select waiting.kind, waiting.id, waiting.since, waiting.count,
      operator.name, operator.display_name, operator.icon_small_path, operator.official_flg,
      operator.status as member_status
    from ${allWaiting(filter.late)} as waiting
    left join task_assignment on task_assignment.kind = waiting.kind
      and task_assignment.task_id = waiting.id
    left join "user" as operator on operator.id = task_assignment.operator_id
      and operator.role = 'operator'
    where ${conditionOf(filter)}
    order by waiting.since, waiting.id limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

export async function isWaiting(db: Db, kind: TaskKind, id: string, late: string) {
  const { rows } = await sql`select 1 from ${allWaiting(late)} as waiting
    where waiting.kind = ${kind} and waiting.id = ${id}`.execute(db)
  return rows.length > 0
}

export const findAssignment = (tx: Tx, kind: TaskKind, id: string) =>
  tx
    .selectFrom('task_assignment')
    .select('operator_id')
    .where('kind', '=', kind)
    .where('task_id', '=', id)
    .executeTakeFirst()

export const saveAssignment = (tx: Tx, row: Schema['task_assignment']) =>
  tx
    .insertInto('task_assignment')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['kind', 'task_id'])
        .doUpdateSet({ operator_id: row.operator_id, assigned_at: row.assigned_at }),
    )
    .execute()

export const deleteAssignment = (tx: Tx, kind: TaskKind, id: string) =>
  tx.deleteFrom('task_assignment').where('kind', '=', kind).where('task_id', '=', id).execute()
