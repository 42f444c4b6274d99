import Sqlite, { type Database } from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import type { Engine } from './engine.ts'
import type { Dialect } from './migrations/index.ts'
import type { Schema, Tx } from './schema.ts'
import { createSearchIndex, type SearchEngine } from './search.ts'
import { BUSY_TIMEOUT_MS, WriterDriver, type WriterLimits } from './sqlite-writer.ts'

const MAX_PREPARED = 300
/** Index rows that are sampled for statistics: some milliseconds for the largest table. */
const ANALYSIS_LIMIT = 400
/** Includes tables that this connection has not queried yet: https://sqlite.org/pragma.html#pragma_optimize */
const OPTIMIZE_ALL_TABLES = 0x10002

export function openSqlite(path: string, limits: WriterLimits = {}): Engine {
  const writer = connect(path)
  // The driver waits for a lock without blocking the process.
  writer.pragma('busy_timeout = 0')
  const inMemory = path === ':memory:'
  const reader = inMemory ? writer : connect(path)
  if (!inMemory) reader.pragma('query_only = ON')
  const reading = inMemory ? null : remembering(reader)
  const databases = { writer, caching: remembering(writer), reader: reading }
  const db = handle(writer, new WriterDriver(databases, limits), new InTurns())
  const read = reading ? handle(reader, new SqliteDriver({ database: reading })) : db
  return {
    kind: 'sqlite',
    db,
    read,
    dialect,
    search: createSearchIndex(search),
    skipLocked: sql``,
    async runScript(_tx, script) {
      writer.exec(script)
    },
    // Not needed: there is one writer at a time, and readers block nothing.
    async lockMigrations() {},
    async waitForNoTable() {},
    isTableHeld: () => false,
    async inAnyOrder(tx, work) {
      // Until the end of this transaction, whose commit fails on a dangling reference.
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await work()
    },
    async copyTo(file) {
      await reader.backup(file)
    },
    async tidy() {
      // Does not wait for readers: the next run will do.
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
    },
    async gatherStatistics() {
      await sql.raw(`pragma analysis_limit = ${ANALYSIS_LIMIT}`).execute(db)
      await sql.raw(`pragma optimize = ${OPTIMIZE_ALL_TABLES}`).execute(db)
    },
    async close() {
      if (!inMemory) optimizeAtEnd(writer)
      await Promise.all([read.destroy(), db.destroy()])
      for (const database of [reader, writer]) database.close()
    },
  }
}

function connect(path: string): Database {
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  // After WAL, which lowers it to NORMAL: a power cut would lose confirmed purchases.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Deleted personal data must not remain in free pages.
  database.pragma('secure_delete = ON')
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return database
}

/** Updates statistics for the queries of this connection at its close, unless another process locks the file. */
function optimizeAtEnd(writer: Database) {
  if (!writer.open || writer.inTransaction) return
  try {
    writer.pragma('optimize')
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
  }
}

function handle(
  database: Database,
  driver: SqliteDriver,
  adapter = new SqliteAdapter(),
): Kysely<Schema> {
  const spoken = new SqliteDialect({ database }) // Only for its query compiler; the driver has the database itself.
  spoken.createDriver = () => driver
  spoken.createAdapter = () => adapter
  spoken.createQueryCompiler = () => new PlannedOnce()
  return new Kysely<Schema>({ dialect: spoken })
}

/**
 * With a partial index or statistics on a table, SQLite inspects the value of a bare `?` when planning, and plans
 * again at each execution. It does not inspect `+?`, so a prepared statement stays prepared. The value is the same,
 * and a compared column still applies its affinity.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

/** Leaves locking to the driver. */
class InTurns extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Caches the last few hundred prepared statements: preparing a small query costs more than running it. */
function remembering(database: Database): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare(text) {
      const statement = prepared.get(text) ?? database.prepare(text)
      prepared.delete(text) // Reinserted below as the most recently used.
      prepared.set(text, statement)
      dropOldest(prepared, MAX_PREPARED)
      return statement
    },
  }
}

const dialect: Dialect = {
  key: 'text',
  appendOnly: (table) => ['update', 'delete'].map((change) => refusing(table, change)).join('\n'),
  // A replaced row does not fire the delete trigger.
  neverReplaced: (table) => `
create trigger ${table}_keeps_on_replace before insert on ${table}
when exists (select 1 from ${table} where id = new.id) begin
  select raise(abort, '${table} is append-only');
end;`,
  emptiedOnChange: (table, emptied, changed) => `
create trigger ${table}_empties_${emptied} after update of ${changed} on ${table}
when new.${changed} <> old.${changed} begin
  update ${table} set ${emptied} = null where rowid = new.rowid;
end;`,
  searchIndex: `
create table search_text (
  seq integer primary key,
  kind text not null,
  id text not null,
  folded text not null,
  unique (kind, id)
);
create virtual table search_index using fts5(
  tokens, content='', contentless_delete=1, detail='none', tokenize='ascii'
);
`,
}

/** Matches of a common word: looking up and sorting so many takes as long as walking to a page of them. */
const COMMON = 300

const refusing = (table: string, change: string) => `
create trigger ${table}_keeps_on_${change} before ${change} on ${table} begin
  select raise(abort, '${table} is append-only');
end;`

async function putTokens(tx: Tx, rows: { seq: number }[], tokens: string[]) {
  for (const { seq } of rows)
    await sql`
      insert or replace into search_index (rowid, tokens)
      values (${seq}, ${tokens.join(' ')})`.execute(tx)
}

const search: SearchEngine = {
  newestFirst: sql`search_index.rowid desc`,
  async put(tx, { kind, id, folded }, tokens) {
    const changed = await sql<{ seq: number }>`
      insert into search_text (kind, id, folded) values (${kind}, ${id}, ${folded})
      on conflict (kind, id) do update set folded = excluded.folded
      where folded <> excluded.folded
      returning seq`.execute(tx)
    await putTokens(tx, changed.rows, tokens)
  },
  async putReading(tx, { kind, id, folded }, reading, tokens) {
    const changed = await sql<{ seq: number }>`
      update search_text set reading = ${reading}
      where kind = ${kind} and id = ${id} and folded = ${folded}
      returning seq`.execute(tx)
    await putTokens(tx, changed.rows, tokens)
  },
  async remove(tx, kind, id) {
    const deleted = await sql<{ seq: number }>`
      delete from search_text where kind = ${kind} and id = ${id} returning seq`.execute(tx)
    for (const { seq } of deleted.rows)
      await sql`delete from search_index where rowid = ${seq}`.execute(tx)
  },
  matches({ words, tokens }) {
    return sql`
      from search_index join search_text on seq = search_index.rowid
      where search_index match ${tokens.join(' ')} and ${this.contains(words)}`
  },
  contains: (words) =>
    sql.join(
      words.map((word) => sql`(instr(folded, ${word}) > 0 or instr(reading, ${word}) > 0)`),
      sql` and `,
    ),
  async isCommon(db, { tokens }) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (
        select rowid from search_index where search_index match ${tokens.join(' ')} limit ${COMMON}
      )`.execute(db)
    return Number(rows[0]?.n) >= COMMON
  },
}
