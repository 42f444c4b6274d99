import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { arrivingAt, isArriving } from '#server/ports/media.ts'

/** Every column that says where a file is, by the folder that its files are in. What came with the demo lies elsewhere. */
export const SHOWN_BY: Record<string, { table: string; columns: string[] }> = {
  'public/user/': { table: 'user', columns: ['icon_path', 'icon_small_path'] },
  'public/room/': { table: 'room', columns: ['header_image_path', 'icon_image_path'] },
  'public/event/': { table: 'event', columns: ['thumbnail_image_path'] },
  'public/ticket/': { table: 'digital_ticket', columns: ['image_path'] },
  'public/news/': { table: 'news', columns: ['image_path'] },
  'members/thread/': { table: 'thread_media', columns: ['path', 'small_path', 'thumbnail_path'] },
}

/** Which of these files something points at: a row that shows them, or one that waits for the rest of them. */
export async function shownAmong(db: Db, paths: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [folder, { table, columns }] of Object.entries(SHOWN_BY)) {
    const mine = paths.filter((path) => path.startsWith(folder))
    if (mine.length === 0) continue
    for (const column of columns) {
      const { rows } = await sql<{ path: string }>`select ${sql.ref(column)} as path
        from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(mine)})`.execute(db)
      for (const { path } of rows) found.add(path)
    }
  }
  for (const id of await uploadsAmong(db, paths)) found.add(arrivingAt(id))
  return found
}

async function uploadsAmong(db: Db, paths: string[]): Promise<string[]> {
  const ids = paths.filter(isArriving).map((path) => path.slice(arrivingAt('').length))
  if (ids.length === 0) return []
  const rows = await db.selectFrom('upload').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
