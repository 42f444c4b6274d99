import { nextOf } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { insertTombstone, seriesOf } from './queries.ts'

/**
 * Takes a line off everybody's screen as a deletion does, but keeps its text. Returns the tombstone's seq, by which
 * those who follow are told; null where the line is gone already.
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
  const stone = await nextOf(tx, seriesOf(eventId))
  // Its author's: nobody is to see who runs the service.
  const of = { event_id: eventId, user_id: hidden.user_id, deletes: seq, created_at: at }
  await insertTombstone(tx, { ...of, seq: stone })
  return stone
}

/** Brings it back, and takes its tombstone away: whoever reads from now on sees it where it was. */
export async function restoreTalk(tx: Tx, by: string): Promise<boolean> {
  const back = await tx
    .updateTable('talk')
    .set({ deleted: 0, hidden_by: null })
    .where('hidden_by', '=', by)
    .where('message', '!=', '')
    .returning(['event_id', 'seq'])
    .execute()
  for (const { event_id, seq } of back)
    await tx
      .deleteFrom('talk')
      .where('event_id', '=', event_id)
      .where('deletes', '=', seq)
      .execute()
  return back.length > 0
}
