import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { SHOWN_BY, shownAmong } from '#server/features/uploads/shown-queries.ts'
import type { Media } from '#server/ports/media.ts'

/** Longer than the lifetime of an orphaned file. */
export const HALF_AN_HOUR_MS = 31 * 60_000
const LOOKS = 100
const LOOK_MS = 200

/**
 * Compares the stored files with those that the database names. Returns missing files, and orphans that should be
 * deleted by now.
 */
export async function lookAtStore(db: Db, media: Media): Promise<string[]> {
  let problems: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    problems = await compare(db, media)
    if (problems.length === 0) break
    await pause(LOOK_MS)
  }
  return problems
}

async function compare(db: Db, media: Media): Promise<string[]> {
  const storedPaths = new Set<string>()
  // All files, also outside the folders of the sweep.
  for await (const { path } of media.list('')) storedPaths.add(path)
  const shown = await shownAmong(db, [...storedPaths])
  const missing: string[] = []
  for (const [folder, { table, columns }] of Object.entries(SHOWN_BY))
    for (const column of columns) {
      const { rows } = await sql<{ path: string }>`select ${sql.ref(column)} as path
        from ${sql.table(table)} where ${sql.ref(column)} like ${`${folder}%`}`.execute(db)
      for (const { path } of rows)
        if (!storedPaths.has(path)) missing.push(`${path} of ${table} is not there`)
    }
  const orphans = [...storedPaths].filter((path) => !shown.has(path))
  return [...missing, ...orphans.map((path) => `nothing points at ${path}`)]
}
