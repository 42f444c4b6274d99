import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema } from '#server/db/schema.ts'

/** The version in force at that moment. */
export const findText = (db: Db, slug: string, at: string) =>
  db
    .selectFrom('legal_text')
    .selectAll()
    .where('slug', '=', slug)
    .where('published_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts a version; published versions never change, since people agreed to them. */
export const addVersion = (db: Db, text: Schema['legal_text']) =>
  db
    .insertInto('legal_text')
    .values(text)
    .onConflict((on) => on.columns(['slug', 'version']).doNothing())
    .execute()

export const isThere = (db: Db, slug: string, version: number): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('legal_text')
      .select('id')
      .where('slug', '=', slug)
      .where('version', '=', version),
  )

export const isWrittenHere = (db: Db, slug: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('legal_text')
      .select('id')
      .where('slug', '=', slug)
      .where('source', '=', 'operator')
      .limit(1),
  )
