import { sql } from 'kysely'
import { nextSequence } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { countLines } from '#server/features/live/talk/count-queries.ts'
import { insertTombstone, sequenceOf } from '#server/features/live/talk/queries.ts'

/** Text of a deleted account's comment that has answers; the answers stay. */
const GONE = '（退会により削除されました）'

/** Deletes everything the person wrote. A comment that has answers stays as a placeholder. */
export async function eraseTexts(tx: Tx, userId: string, at: string) {
  await eraseComments(tx, userId)
  await eraseReactions(tx, userId)
  await eraseMessages(tx, userId)
  await eraseTalk(tx, userId, at)
  await tx.deleteFrom('feedback').where('user_id', '=', userId).execute()
  await tx.updateTable('report').set({ reason: '' }).where('reporter_id', '=', userId).execute()
  await tx.updateTable('report').set({ evidence: '{}' }).where('author_id', '=', userId).execute()
  await tx
    .updateTable('takedown')
    .set({ evidence: '{}', url: '', answer_text: '' })
    .where('author_id', '=', userId)
    .execute()
}

const countOf = (rows: { thread_id: string }[]) => {
  const counts = new Map<string, number>()
  for (const { thread_id } of rows) counts.set(thread_id, (counts.get(thread_id) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

async function uncount(tx: Tx, column: 'comments' | 'reactions', rows: { thread_id: string }[]) {
  for (const [id, fewer] of countOf(rows))
    await tx
      .updateTable('thread')
      .set({ [column]: sql`${sql.ref(column)} - ${fewer}` })
      .where('id', '=', id)
      .execute()
}

async function eraseComments(tx: Tx, userId: string) {
  const deleteOwnComments = () => tx.deleteFrom('comment').where('author_id', '=', userId)
  const answers = await deleteOwnComments()
    .where('parent_id', 'is not', null)
    .returning(['thread_id', 'hidden_by'])
    .execute()
  const unanswered = await deleteOwnComments()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comment as answer')
            .select('answer.id')
            .whereRef('answer.parent_id', '=', 'comment.id'),
        ),
      ),
    )
    .returning(['thread_id', 'hidden_by'])
    .execute()
  await tx
    .updateTable('comment')
    .set({ text: GONE, client_id: null })
    .where('author_id', '=', userId)
    .execute()
  const seen = [...answers, ...unanswered].filter(({ hidden_by }) => hidden_by === null)
  await uncount(tx, 'comments', seen)
}

async function eraseReactions(tx: Tx, userId: string) {
  const deleted = await tx
    .deleteFrom('reaction')
    .where('user_id', '=', userId)
    .returning('thread_id')
    .execute()
  await uncount(tx, 'reactions', deleted)
}

/** Deletes the person's messages and announcements, and their conversations with the service. */
async function eraseMessages(tx: Tx, userId: string) {
  const touched = await tx
    .deleteFrom('message')
    .where('author_id', '=', userId)
    .returning('conversation_id')
    .execute()
  await tx.deleteFrom('announcement').where('author_id', '=', userId).execute()
  for (const id of [...new Set(touched.map((row) => row.conversation_id))].sort()) {
    await readByOthers(tx, id, userId)
    const last = await lastOf(tx, id)
    if (last) await tx.updateTable('conversation').set(last).where('id', '=', id).execute()
    else await tx.deleteFrom('conversation').where('id', '=', id).execute()
  }
  const alone = await tx
    .selectFrom('conversation_member as mine')
    .innerJoin('conversation', 'conversation.id', 'mine.conversation_id')
    .select('conversation.id')
    .where('mine.user_id', '=', userId)
    .where('conversation.kind', '=', 'system')
    .execute()
  for (const { id } of alone) await tx.deleteFrom('conversation').where('id', '=', id).execute()
}

/** Resets the unread counts of the other members, since the unread messages are deleted. */
async function readByOthers(tx: Tx, conversationId: string, userId: string) {
  const waiting = await tx
    .selectFrom('conversation_member')
    .select(['user_id', 'unread'])
    .where('conversation_id', '=', conversationId)
    .where('user_id', '!=', userId)
    .where('unread', '>', 0)
    .orderBy('user_id')
    .execute()
  for (const { user_id, unread } of waiting)
    await tx
      .updateTable('user')
      .set((eb) => ({ unread_messages: eb('unread_messages', '-', unread) }))
      .where('id', '=', user_id)
      .execute()
  await tx
    .updateTable('conversation_member')
    .set({ unread: 0 })
    .where('conversation_id', '=', conversationId)
    .execute()
}

/** Preview of a conversation from its last remaining message; undefined if none is left. */
const lastOf = (tx: Tx, conversationId: string) =>
  tx
    .selectFrom('message')
    .select(sql<string>`case when hidden_by is null then text else '' end`.as('last_text'))
    .select('created_at as last_at')
    .where('conversation_id', '=', conversationId)
    .orderBy(sql`case when hidden_by is null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes each talk line. For live events it adds tombstones, so that clients remove the lines from the screen. */
async function eraseTalk(tx: Tx, userId: string, created_at: string) {
  const lines = await tx
    .updateTable('talk')
    .set({ message: '', deleted: 1, client_id: null, stamp_id: null })
    .where('user_id', '=', userId)
    .where('deletes', 'is', null)
    .where('message', '!=', '')
    .returning(['event_id', 'seq', 'hidden_by'])
    .execute()
  const running = await tx
    .selectFrom('event')
    .select('id')
    .where('publishment_flg', 'in', [1, 2])
    .where('id', 'in', (eb) =>
      eb.selectFrom('talk').select('event_id').where('user_id', '=', userId),
    )
    .orderBy('id')
    .execute()
  for (const { id } of running)
    for (const { seq: deletes } of lines.filter(
      ({ event_id, hidden_by }) => event_id === id && hidden_by === null,
    )) {
      const seq = await nextSequence(tx, sequenceOf(id))
      await insertTombstone(tx, { event_id: id, seq, user_id: userId, deletes, created_at })
    }
  const shown = Map.groupBy(
    lines.filter(({ hidden_by }) => hidden_by === null),
    ({ event_id }) => event_id,
  )
  // In the order of ids, like all code that locks several events: otherwise two could deadlock.
  for (const eventId of [...shown.keys()].sort())
    await countLines(tx, { eventId, userId, change: -(shown.get(eventId)?.length ?? 0) })
}
