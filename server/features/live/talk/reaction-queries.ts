import type { Db, Schema } from '#server/db/schema.ts'

/**
 * Adds to the counts of seconds; other processes count into the same ones, and lock them in the same order, without a
 * deadlock.
 */
export const addReactions = (db: Db, rows: Schema['talk_reaction'][]) =>
  db
    .insertInto('talk_reaction')
    .values(rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((on) =>
      on.columns(['event_id', 'second']).doUpdateSet((eb) => ({
        reactions: eb('talk_reaction.reactions', '+', eb.ref('excluded.reactions')),
      })),
    )
    .execute()

const keyOf = ({ event_id, second }: Schema['talk_reaction']) => `${event_id} ${second}`

export async function isTalkOpen(db: Db, eventId: string): Promise<boolean> {
  const open = await db
    .selectFrom('event')
    .select('id')
    .where('id', '=', eventId)
    .where('live_talk', '=', 1)
    .where('publishment_flg', 'in', [1, 2])
    .executeTakeFirst()
  return open !== undefined
}
