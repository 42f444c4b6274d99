import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bringUp } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { databaseNames } from './names.ts'
import { newDatabase, openPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Databases with every table and no row, to be copied: a file, and the name of one in that server. */
    migrated: { sqlite: string; postgres: string }
  }
}

/** One real PostgreSQL for the whole run, and of each kind a database that each test file copies for itself. */
export default async function startDatabases({ provide }: TestProject) {
  // The package ends the process with 0 when the loop runs dry, whatever failed: keep vitest's own code.
  process.prependOnceListener('beforeExit', () => process.exit())
  const folder = mkdtempSync(join(tmpdir(), 'room-migrated-'))
  const sqlite = join(folder, 'migrated.sqlite')
  await bringUp(openSqlite(sqlite))
  const served = databaseNames.includes('postgres') ? await openServer(provide) : null
  provide('migrated', { sqlite, postgres: served?.migrated ?? '' })
  return async () => {
    await served?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openServer(provide: TestProject['provide']) {
  const { server, remove } = await openPostgresServer(['-c', 'fsync=off', '-c', 'autovacuum=off'])
  provide('postgresUrl', server)
  const url = await newDatabase(server)
  await bringUp(openPostgres(url))
  return { migrated: new URL(url).pathname.slice(1), remove }
}
