import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema } from '#server/db/schema.ts'

type Row = Schema['news']

/** Drafts first, then planned and published articles, newest first. */
export const listAll = (db: Db, { limit, offset }: PageWindow) =>
  db
    .selectFrom('news')
    .selectAll()
    .orderBy('status')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findBySlug = (db: Db, slug: string) =>
  db.selectFrom('news').selectAll().where('slug', '=', slug).executeTakeFirst()

export const insert = (db: Db, row: Row) => db.insertInto('news').values(row).execute()

/** False if another save came after that version. */
export const update = (db: Db, id: string, version: number, row: Partial<Row>) =>
  hasRow(
    db
      .updateTable('news')
      .set({ ...row, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  )

export const removeDraft = (db: Db, id: string): Promise<boolean> =>
  hasRow(db.deleteFrom('news').where('id', '=', id).where('status', '=', 'draft').returning('id'))
