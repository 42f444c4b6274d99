import type { Db, Schema } from '#server/db/schema.ts'

export const findText = (db: Db, slug: string) =>
  db
    .selectFrom('legal_text')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Once published, a version stays as people agreed to it. */
export const addVersion = (db: Db, text: Schema['legal_text']) =>
  db
    .insertInto('legal_text')
    .values(text)
    .onConflict((on) => on.columns(['slug', 'version']).doNothing())
    .execute()
