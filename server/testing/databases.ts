import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { createPool, engineOn, openPostgres } from '#server/db/postgres.ts'
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

/** `open`: opens the first engine of the database, the second and so on. */
function opened(open: (index: number) => Engine, afterwards?: () => unknown): TestDatabase {
  const engines: Engine[] = []
  const openAgain = () => {
    const engine = open(engines.length)
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

interface Served {
  url: string
  /** What it looked like when it was new. */
  shape: string
  /** Stays open, as PostgreSQL reads what it needs of a hundred tables once per connection. */
  cleaner: pg.Client
  /** Those of its engines, kept for the same reason. */
  pools: pg.Pool[]
}
/** Databases of this worker that are not in use: emptying one costs a tenth of creating one. */
const free: Served[] = []

async function createServedEngine() {
  const served = free.pop() ?? (await createCleaned())
  return opened(
    (index) => engineOn(lent(poolOf(served, index))),
    async () => {
      await empty(served)
      if ((await shapeOf(served.cleaner)) === served.shape) free.push(served)
      else await Promise.all([served.cleaner, ...served.pools].map((open) => open.end()))
    },
  )
}

function poolOf({ pools, url }: Served, index: number): pg.Pool {
  const pool = pools[index] ?? createPool(url)
  pools[index] = pool
  return pool
}

/**
 * A pool for one test on connections that outlive it. As a pool of its own does, it lends none after its end, which waits
 * for those in use.
 */
function lent(pool: pg.Pool) {
  const inUse = new Set<pg.PoolClient>()
  let whenReturned = () => {}
  const own = {
    options: {},
    ending: false,
    async connect() {
      const client = await pool.connect()
      const { release } = client
      if (own.ending) {
        release()
        throw new Error('This test has closed its database.')
      }
      inUse.add(client)
      client.release = (error) => {
        release(error)
        inUse.delete(client)
        whenReturned()
      }
      return client
    },
    async end() {
      own.ending = true
      while (inUse.size > 0) await new Promise<void>((resolve) => (whenReturned = resolve))
    },
  }
  return own
}

async function createCleaned(): Promise<Served> {
  const url = await createServed(inject('migrated').postgres)
  const cleaner = new pg.Client(url)
  // The server ends it with the run.
  cleaner.on('error', () => null)
  await cleaner.connect()
  return { url, cleaner, pools: [], shape: await shapeOf(cleaner) }
}

/**
 * Creates a database in this run's PostgreSQL, empty or a copy of `template`, which must not be open; returns its
 * URL.
 */
export const createServed = (template?: string): Promise<string> =>
  newDatabase(inject('postgresUrl'), template)

/** Empties a database. In replica mode no trigger runs, so append-only tables and foreign keys do not interfere. */
const empty = ({ cleaner }: Served) =>
  cleaner.query(
    `do $$ declare found record; begin
       set local session_replication_role = replica;
       for found in select tablename from pg_tables
         where schemaname = 'public' and tablename <> 'migration'
       loop execute format('delete from %I', found.tablename); end loop;
     end $$`,
  )

/** Its tables, columns and indexes, and which tables are analyzed, which leads to other query plans. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(
    `select string_agg(format('%s %s %s', relname, relnatts, reltuples >= 0), ',' order by relname) as shape
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  )
  return rows[0]?.shape ?? ''
}
