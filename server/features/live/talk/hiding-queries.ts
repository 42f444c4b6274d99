import { nextSequence } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { countLines } from './count-queries.ts'
import { unpin } from './mark-queries.ts'
import { insertTombstone, sequenceOf } from './queries.ts'

/**
 * Hides a line like a deletion, but keeps its text. Returns the tombstone's seq, which clients receive; null if the
 * line is deleted already.
 */
export async function hideTalk(
  tx: Tx,
  { eventId, seq, by, at }: { eventId: string; seq: number; by: string; at: string },
): Promise<number | null> {
  const hidden = await tx
    .updateTable('talk')
    .set({ deleted: 1, hidden_by: by })
    .where('event_id', '=', eventId)
    .where('seq', '=', seq)
    .where('deleted', '=', 0)
    .where('deletes', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!hidden) return null
  await unpin(tx, eventId, seq)
  const tombstone = await nextSequence(tx, sequenceOf(eventId))
  // The tombstone names the author, so that the operator stays anonymous.
  const of = { event_id: eventId, user_id: hidden.user_id, deletes: seq, created_at: at }
  await insertTombstone(tx, { ...of, seq: tombstone })
  await countLines(tx, { eventId, userId: hidden.user_id, change: -1 })
  return tombstone
}

/** Restores the line and removes its tombstone: later reads show it at its place. */
export async function restoreTalk(tx: Tx, by: string): Promise<boolean> {
  const back = await tx
    .updateTable('talk')
    .set({ deleted: 0, hidden_by: null })
    .where('hidden_by', '=', by)
    .where('message', '!=', '')
    .returning(['event_id', 'seq', 'user_id'])
    .execute()
  for (const { event_id, seq, user_id } of back) {
    await tx
      .deleteFrom('talk')
      .where('event_id', '=', event_id)
      .where('deletes', '=', seq)
      .execute()
    await countLines(tx, { eventId: event_id, userId: user_id, change: 1 })
  }
  return back.length > 0
}
