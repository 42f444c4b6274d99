import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { SHOWN_BY, shownAmong } from '#server/features/uploads/shown.ts'
import type { Media } from '#server/ports/media.ts'

/** Longer than a file is loose. */
export const HALF_AN_HOUR_MS = 31 * 60_000
const LOOKS = 100
const LOOK_MS = 200

/** I12: what the database speaks of is there, and nothing else is, or soon will not be. Answers with what stays otherwise. */
export async function lookAtStore(db: Db, media: Media): Promise<string[]> {
  let wrong: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    wrong = await compare(db, media)
    if (wrong.length === 0) break
    await pause(LOOK_MS)
  }
  return wrong
}

async function compare(db: Db, media: Media): Promise<string[]> {
  const kept = new Set<string>()
  // Everything there is: also where nobody looks for what is lost.
  for await (const { path } of media.list('')) kept.add(path)
  const shown = await shownAmong(db, [...kept])
  const missing: string[] = []
  for (const [folder, { table, columns }] of Object.entries(SHOWN_BY))
    for (const column of columns) {
      const { rows } = await sql<{ path: string }>`select ${sql.ref(column)} as path
        from ${sql.table(table)} where ${sql.ref(column)} like ${`${folder}%`}`.execute(db)
      for (const { path } of rows)
        if (!kept.has(path)) missing.push(`${path} of ${table} is not there`)
    }
  const orphans = [...kept].filter((path) => !shown.has(path))
  return [...missing, ...orphans.map((path) => `nothing points at ${path}`)]
}
