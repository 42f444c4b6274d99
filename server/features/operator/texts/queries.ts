import type { TextSlug } from '#contract/site/calls.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema } from '#server/db/schema.ts'

/** Newest first, with the publisher. */
export const listVersions = (db: Db, slug: TextSlug) =>
  db
    .selectFrom('legal_text')
    .leftJoin('user', 'user.id', 'legal_text.actor_id')
    .selectAll('legal_text')
    .select('user.name as by')
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .execute()
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export const findDraft = (db: Db, slug: TextSlug) =>
  db
    .selectFrom('legal_draft')
    .leftJoin('user', 'user.id', 'legal_draft.actor_id')
    .selectAll('legal_draft')
    .select('user.name as by')
    .where('slug', '=', slug)
    .executeTakeFirst()

export const insertDraft = (db: Db, row: Schema['legal_draft']) =>
  db.insertInto('legal_draft').values(row).execute()

/** False if another save came after that version. */
export const updateDraft = (
  db: Db,
  slug: TextSlug,
  version: number,
  row: Omit<Schema['legal_draft'], 'slug' | 'version'>,
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('legal_draft')
      .set({ ...row, version: version + 1 })
      .where('slug', '=', slug)
      .where('version', '=', version)
      .returning('slug'),
  )

export const dropDraft = (db: Db, slug: TextSlug, version: number): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('legal_draft')
      .where('slug', '=', slug)
      .where('version', '=', version)
      .returning('slug'),
  )

export const insertVersion = (db: Db, row: Schema['legal_text']) =>
  db.insertInto('legal_text').values(row).execute()

/** Deletes a version that is not in force yet. */
export async function dropPlanned(db: Db, slug: TextSlug, version: number, now: string) {
  const deleted = await db
    .deleteFrom('legal_text')
    .where('slug', '=', slug)
    .where('version', '=', version)
    .where('published_at', '>', now)
    .returning(['published_at', 'title', 'body', 'consent'])
    .executeTakeFirst()
  return deleted ?? null
}
