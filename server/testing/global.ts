import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bringUp } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { bundle } from '../../scripts/prepare.mjs'
import { databaseNames } from './names.ts'
import { newDatabase, startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Migrated, empty databases to copy: a file, and the name of a PostgreSQL database. */
    migrated: { sqlite: string; postgres: string }
  }
}

/** Bundles the server, starts one real PostgreSQL for the whole run, and creates a template database of each engine. */
export default async function startDatabases({ provide }: TestProject) {
  // The package exits with code 0 when the event loop is empty: keep vitest's own exit code.
  process.prependOnceListener('beforeExit', () => process.exit())
  await bundle()
  const folder = mkdtempSync(join(tmpdir(), 'room-migrated-'))
  const sqlite = join(folder, 'migrated.sqlite')
  await bringUp(openSqlite(sqlite))
  const served = databaseNames.includes('postgres') ? await startServer(provide) : null
  provide('migrated', { sqlite, postgres: served?.migrated ?? '' })
  return async () => {
    await served?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startServer(provide: TestProject['provide']) {
  const { server, remove } = await startPostgresServer(['-c', 'fsync=off', '-c', 'autovacuum=off'])
  provide('postgresUrl', server)
  const url = await newDatabase(server)
  await bringUp(openPostgres(url))
  return { migrated: new URL(url).pathname.slice(1), remove }
}
