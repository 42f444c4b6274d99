import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { getTypeParser } from '#server/db/postgres.ts'
import { brokenIn } from '#server/reconcile/ours.ts'
import { BackupError, SEARCH } from './format.ts'

export type Value = string | number | null
export interface TableRows {
  columns: string[]
  /** In batches: a table need not fit into memory. */
  batches: AsyncIterable<Value[][]> | Iterable<Value[][]>
}

/** A consistent snapshot of the tables while others write. */
export interface Snapshot {
  migrations: string[]
  tables: string[]
  /** Rows with all columns, or with the wanted ones. */
  rows: (table: string, isIncluded?: (column: string) => boolean) => Promise<TableRows>
  close: () => Promise<void>
}

const AT_ONCE = 1000
const NAMES = `select name from migration order by name`
/** The search index is rebuilt from these texts, in this order. */
const SEARCHED = `select kind, id, folded from ${SEARCH} order by seq`

/** Excludes the engine's own tables and the search index, which is rebuilt. */
const isOurs = (table: string) =>
  table === SEARCH || (table !== 'migration' && !/^(sqlite|search)_/.test(table))

const all = (table: string) => (table === SEARCH ? SEARCHED : `select * from "${table}"`)
const some = (columns: string[], table: string) =>
  `select ${columns.map((column) => `"${column}"`).join(', ')} from (${all(table)}) as one`

export const openSnapshot = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Snapshot> =>
  config.databaseUrl
    ? fromServer(config.databaseUrl)
    : fromFile(join(config.dataDir, 'room.sqlite'))

async function fromFile(path: string): Promise<Snapshot> {
  if (!existsSync(path))
    throw new BackupError(`There is no ${path}. Set DATA_DIR or DATABASE_URL as the server has it.`)
  const database = new Sqlite(path, { readonly: true })
  // From its first query on, the transaction reads one snapshot.
  database.exec('begin')
  const namesOf = (query: string) => database.prepare(query).pluck().all().map(String)
  const migrations = namesOf(NAMES)
  const broken = brokenIn(database)
  if (broken.length > 0)
    throw new BackupError(`${path} is damaged (${broken[0]}): bring back the last good backup.`)
  return {
    migrations,
    tables: namesOf(`select name from sqlite_master where type = 'table' order by name`).filter(
      isOurs,
    ),
    async rows(table, isIncluded = () => true) {
      const every = database.prepare(all(table)).columns()
      const columns = every.map(({ name }) => name).filter(isIncluded)
      if (columns.length === 0) return { columns, batches: [] }
      const rows = database.prepare(some(columns, table)).raw().iterate()
      // Raw rows are lists of SQLite's values.
      return { columns, batches: inBatches(rows as Iterable<Value[]>) }
    },
    async close() {
      database.close()
    },
  }
}

function* inBatches(rows: Iterable<Value[]>): Generator<Value[][]> {
  let batch: Value[][] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function fromServer(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } })
  await client.connect()
  const namesOf = async (query: string) =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
  await client.query('begin isolation level repeatable read read only')
  const tables = await namesOf(
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  if (!tables.includes('migration')) {
    await client.end()
    throw new BackupError('The database of DATABASE_URL is none of Room: it has no table.')
  }
  return {
    migrations: await namesOf(NAMES),
    tables: tables.filter(isOurs),
    async rows(table, isIncluded = () => true) {
      const { fields } = await client.query(`select * from (${all(table)}) as none limit 0`)
      const columns = fields.map(({ name }) => name).filter(isIncluded)
      if (columns.length === 0) return { columns, batches: [] }
      return { columns, batches: read(client, some(columns, table)) }
    },
    close: () => client.end(),
  }
}

async function* read(client: pg.Client, query: string): AsyncGenerator<Value[][]> {
  await client.query(`declare backup no scroll cursor for ${query}`)
  for (;;) {
    const fetch = { text: `fetch ${AT_ONCE} from backup`, rowMode: 'array' as const }
    const { rows } = await client.query<Value[]>(fetch)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close backup')
}
