import type { Decision } from '#contract/operator/reports/calls.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export const insertModeration = (tx: Tx, row: Schema['moderation']) =>
  tx.insertInto('moderation').values(row).execute()

export const setHidden = (tx: Tx, id: string, hidden: 0 | 1) =>
  tx.updateTable('moderation').set({ hidden }).where('id', '=', id).execute()

/** The decision; undefined if it was reversed already. */
export const reverse = (
  tx: Tx,
  id: string,
  undone: Pick<Schema['moderation'], 'reversed_by' | 'reversed_at' | 'reversed_for'>,
) =>
  tx
    .updateTable('moderation')
    .set(undone)
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

type ReportedContent = Pick<Schema['moderation'], 'kind' | 'target_id' | 'event_id'>
/**
 * Decisions that still hide the content or an answer to it; those about itself first, since they hide the answers
 * too.
 */
export const findDecisionInForce = (tx: Tx, { kind, target_id, event_id }: ReportedContent) =>
  tx
    .selectFrom('moderation')
    .select(['id', 'kind', 'target_id', 'event_id'])
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('target_id', '=', target_id),
        eb.and([
          eb('kind', '=', 'comment'),
          eb(
            'target_id',
            'in',
            eb.selectFrom('comment').select('comment.id').where('parent_id', '=', target_id),
          ),
        ]),
      ]),
    )
    .where('event_id', event_id === null ? 'is' : '=', event_id)
    .where('outcome', '=', 'upheld')
    .where('reversed_at', 'is', null)
    .orderBy((eb) => eb.case().when('target_id', '=', target_id).then(0).else(1).end())
    .orderBy('decided_at')
    .orderBy('id')
    .execute()

export type DecisionRow = Awaited<ReturnType<typeof findDecisions>>[number]
const decisions = (db: Db) =>
  db
    .selectFrom('moderation')
    .leftJoin('user as operator', 'operator.id', 'moderation.decided_by')
    .selectAll('moderation')
    .select('operator.display_name as by')

export const findDecision = (db: Db, id: string) =>
  decisions(db).where('moderation.id', '=', id).executeTakeFirst()

/** Decisions about a person's content, newest first. */
export const findDecisions = (db: Db, authorId: string, limit: number) =>
  decisions(db)
    .where('moderation.author_id', '=', authorId)
    .orderBy('moderation.decided_at', 'desc')
    .orderBy('moderation.id', 'desc')
    .limit(limit)
    .execute()

export const presentDecision = (row: DecisionRow): Decision => ({
  id: row.id,
  cause: row.cause,
  kind: row.kind,
  outcome: row.outcome,
  hidden: row.hidden === 1,
  reason: row.reason,
  by: row.by,
  at: row.decided_at,
  reversed: row.reversed_at === null ? null : { at: row.reversed_at, reason: row.reversed_for },
})

export const findAuthor = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .select([...memberColumns, 'user.status'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findPeople = (db: Db, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('user')
        .select([...memberColumns, 'user.id'])
        .where('id', 'in', ids)
        .execute()
