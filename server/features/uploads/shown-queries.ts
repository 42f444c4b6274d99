import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { isPending, pendingPath } from '#server/ports/media.ts'

/** Columns that contain paths, by the folder of their files. Demo files are in other folders. */
export const SHOWN_BY: Record<string, { table: string; columns: string[] }> = {
  'public/user/': { table: 'user', columns: ['icon_path', 'icon_small_path'] },
  'public/room/': { table: 'room', columns: ['header_image_path', 'icon_image_path'] },
  'public/stamp/': { table: 'stamp', columns: ['image_path'] },
  'public/event/': { table: 'event', columns: ['thumbnail_image_path'] },
  'public/ticket/': { table: 'digital_ticket', columns: ['image_path'] },
  'public/news/': { table: 'news', columns: ['image_path'] },
  'members/thread/': { table: 'thread_media', columns: ['path', 'small_path', 'thumbnail_path'] },
}

/** Those of these files that are in use: shown by a row, or part of an upload in progress. */
export async function shownAmong(db: Db, paths: string[]): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const [folder, { table, columns }] of Object.entries(SHOWN_BY)) {
    const folderPaths = paths.filter((path) => path.startsWith(folder))
    if (folderPaths.length === 0) continue
    for (const column of columns) {
      const { rows } = await sql<{ path: string }>`select ${sql.ref(column)} as path
        from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(folderPaths)})`.execute(db)
      for (const { path } of rows) ids.add(path)
    }
  }
  for (const id of await uploadsAmong(db, paths)) ids.add(pendingPath(id))
  return ids
}

async function uploadsAmong(db: Db, paths: string[]): Promise<string[]> {
  const ids = paths.filter(isPending).map((path) => path.slice(pendingPath('').length))
  if (ids.length === 0) return []
  const rows = await db.selectFrom('upload').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
