import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Tx } from '#server/db/schema.ts'
import { countComments } from './write-queries.ts'

/** False if it is deleted or hidden already. */
export const hideThread = (tx: Tx, id: string, by: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('thread')
      .set({ hidden_by: by })
      .where('id', '=', id)
      .where('hidden_by', 'is', null)
      .returning('id'),
  )

export const restoreThread = (tx: Tx, by: string): Promise<boolean> =>
  hasRow(
    tx.updateTable('thread').set({ hidden_by: null }).where('hidden_by', '=', by).returning('id'),
  )

/** Locks the thread of a comment, as every update of its count does. */
const lockThreadOf = (tx: Tx, commentId: string) =>
  tx
    .updateTable('thread')
    .set({ comments: sql`comments` })
    .where('id', '=', (eb) =>
      eb.selectFrom('comment').select('thread_id').where('id', '=', commentId),
    )
    .returning('id')
    .executeTakeFirst()

/** Hides the answers, too, since their context is gone. */
export async function hideComment(tx: Tx, id: string, by: string): Promise<boolean> {
  const thread = await lockThreadOf(tx, id)
  if (!thread) return false
  const own = await tx
    .updateTable('comment')
    .set({ hidden_by: by })
    .where('id', '=', id)
    .where('hidden_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!own) return false
  const answers = await tx
    .updateTable('comment')
    .set({ hidden_by: by })
    .where('parent_id', '=', id)
    .where('hidden_by', 'is', null)
    .returning('id')
    .execute()
  await countComments(tx, thread.id, -(answers.length + 1))
  return true
}

export async function restoreComment(tx: Tx, id: string, by: string): Promise<boolean> {
  const thread = await lockThreadOf(tx, id)
  if (!thread) return false
  const back = await tx
    .updateTable('comment')
    .set({ hidden_by: null })
    .where('hidden_by', '=', by)
    .returning('id')
    .execute()
  if (await hideWithParent(tx, id)) return false
  await countComments(tx, thread.id, back.length)
  return back.length > 0
}

/** Sets an answer to a hidden comment to be restored with that comment; true if so. */
async function hideWithParent(tx: Tx, id: string): Promise<boolean> {
  const parent = await tx
    .selectFrom('comment')
    .innerJoin('comment as parent', 'parent.id', 'comment.parent_id')
    .select('parent.hidden_by')
    .where('comment.id', '=', id)
    .executeTakeFirst()
  if (!parent?.hidden_by) return false
  await tx
    .updateTable('comment')
    .set({ hidden_by: parent.hidden_by })
    .where('id', '=', id)
    .where('hidden_by', 'is', null)
    .execute()
  return true
}
