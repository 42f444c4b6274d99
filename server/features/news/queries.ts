import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'

/** Published articles, newest first. */
export const listNews = (db: Db, now: string, { limit, offset }: PageWindow) =>
  db
    .selectFrom('news')
    .selectAll()
    .where('status', '=', 'published')
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findArticle = (db: Db, now: string, slug: string) =>
  db
    .selectFrom('news')
    .selectAll()
    .where('slug', '=', slug)
    .where('status', '=', 'published')
    .where('published_at', '<=', now)
    .executeTakeFirst()
