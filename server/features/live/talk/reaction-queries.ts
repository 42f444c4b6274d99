import type { Db, Schema } from '#server/db/schema.ts'

/** Adds to the counts of seconds; other processes count into the same ones. */
export const addReactions = (db: Db, rows: Schema['talk_reaction'][]) =>
  db
    .insertInto('talk_reaction')
    .values(rows)
    .onConflict((on) =>
      on.columns(['event_id', 'second']).doUpdateSet((eb) => ({
        reactions: eb('talk_reaction.reactions', '+', eb.ref('excluded.reactions')),
      })),
    )
    .execute()

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
