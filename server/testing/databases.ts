import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { DatabaseName } from './names.ts'
import { newDatabase } from './postgres-server.ts'

export interface TestDatabase {
  engine: Engine
  /** Another connection to the same database, as of another node; closed with the first. */
  openAgain(): Engine
  close(): Promise<void>
}

/** An empty database with all tables: real engines, no mocks. */
export const openDatabase = (name: DatabaseName): Promise<TestDatabase> =>
  name === 'sqlite' ? openFile() : createServedEngine()

/** A database without tables. */
export async function openBare(name: DatabaseName): Promise<TestDatabase> {
  if (name === 'sqlite') return openFileAt(freshPath())
  const url = await createServed()
  return opened(() => openPostgres(url))
}

function opened(open: () => Engine, afterwards?: () => unknown): TestDatabase {
  const engines: Engine[] = []
  const openAgain = () => {
    const engine = open()
    engines.push(engine)
    return engine
  }
  const close = async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await afterwards?.()
  }
  return { engine: openAgain(), openAgain, close }
}

const freshPath = () => join(dirname(inject('migrated').sqlite), `${randomUUID()}.sqlite`)

/** Copying a file is a hundred times faster than creating sixty tables. */
async function openFile() {
  const path = freshPath()
  copyFileSync(inject('migrated').sqlite, path)
  return openFileAt(path)
}

const openFileAt = (path: string) =>
  opened(
    () => openSqlite(path),
    () => rmSync(path),
  )

/** Databases of this test file that are not in use. */
const free: string[] = []

async function createServedEngine() {
  const url = free.pop() ?? (await newDatabase(inject('postgresUrl'), inject('migrated').postgres))
  return opened(
    () => openPostgres(url),
    async () => {
      if (await empty(url)) free.push(url)
    },
  )
}

/**
 * Creates a database in this run's PostgreSQL, empty or a copy of `template`, which must not be open; returns its
 * URL.
 */
export const createServed = (template?: string): Promise<string> =>
  newDatabase(inject('postgresUrl'), template)

/**
 * Empties a database. In replica mode no trigger runs, so append-only tables and foreign keys do not interfere.
 * Returns whether it can be reused: analyzed tables would lead to other query plans.
 */
async function empty(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(
      `do $$ declare found record; begin
         set local session_replication_role = replica;
         for found in select tablename from pg_tables
           where schemaname = 'public' and tablename <> 'migration'
         loop execute format('delete from %I', found.tablename); end loop;
       end $$`,
    )
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and reltuples >= 0 limit 1`,
    )
    return rowCount === 0
  } finally {
    await client.end()
  }
}
