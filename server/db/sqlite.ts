import { setTimeout } from 'node:timers/promises'
import Sqlite, { type Database } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely'
import type { Engine } from './engine.ts'
import type { Dialect } from './migrations/index.ts'
import type { Schema } from './schema.ts'
import { createSearchIndex, type SearchEngine } from './search.ts'
import { isPassing } from './transact.ts'

const BUSY_TIMEOUT_MS = 5000
const LONGEST_PAUSE_MS = 20
const MOST_PREPARED = 300
/** What nobody's writing can hold up. */
const READS = /^\s*(select|explain|pragma)\b/i

export function openSqlite(path: string): Engine {
  const writer = connect(path)
  const db = handle(writer, new PatientDriver(writer))
  const inMemory = path === ':memory:'
  const reader = inMemory ? writer : connect(path)
  if (!inMemory) reader.pragma('query_only = ON')
  const read = inMemory ? db : handle(reader, new SqliteDriver({ database: remembering(reader) }))
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
    async lockMigrations() {}, // every transaction is the only one
    async inAnyOrder(tx, work) {
      // Until this transaction ends; committing it fails where something points at nothing.
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await work()
    },
    async copyTo(file) {
      await reader.backup(file)
    },
    async tidy() {
      // Whoever is reading just now is not waited for: the next time will do.
      writer.pragma('busy_timeout = 0')
      writer.pragma('wal_checkpoint(TRUNCATE)')
      writer.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    },
    async close() {
      await Promise.all([read.destroy(), db.destroy()])
      for (const database of [reader, writer]) database.close()
    },
  }
}

function connect(path: string): Database {
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  // After WAL, which lowers it to NORMAL: a power cut would lose purchases that we confirmed.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // What somebody who left had written is not to lie about in free pages.
  database.pragma('secure_delete = ON')
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return database
}

function handle(database: Database, driver: SqliteDriver): Kysely<Schema> {
  const spoken = new SqliteDialect({ database }) // for its spelling; the driver knows the database itself
  spoken.createDriver = () => driver
  return new Kysely<Schema>({ dialect: spoken })
}

/** Preparing a small question costs more than asking it: the last few hundred stay prepared. */
function remembering(database: Database): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => void database.close(),
    prepare(text) {
      const statement = prepared.get(text) ?? database.prepare(text)
      prepared.delete(text) // and back in as the newest
      prepared.set(text, statement)
      if (prepared.size > MOST_PREPARED) prepared.delete(prepared.keys().next().value!)
      return statement
    },
  }
}

/**
 * Another process may hold the file. SQLite's own wait would stop this whole process; here it goes on reading. A
 * transaction locks at its start: one that reads, then writes fails when somebody else wrote in between.
 *
 * Writers stand in line, so all of them wait together: once the file has been held for too long, those behind are
 * refused at once, instead of each waiting as long again.
 */
class PatientDriver extends SqliteDriver {
  readonly #database: Database
  /** When the file was first and last found held by somebody else. */
  #held: { since: number; last: number } | null = null
  #connection?: DatabaseConnection

  constructor(database: Database) {
    super({ database: remembering(database) })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const plain = await super.acquireConnection()
    this.#connection ??= {
      executeQuery: <R>(query: CompiledQuery) => this.#execute<R>(plain, query),
      streamQuery: (query, size) => plain.streamQuery(query, size),
    }
    return this.#connection
  }

  #execute<R>(plain: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = () => plain.executeQuery<R>(query)
    const mayBeHeldUp = !this.#database.inTransaction && !READS.test(query.sql)
    return mayBeHeldUp ? this.#patiently(ask) : ask()
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk has already rolled back by itself; saying so would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const answer = await this.#withoutWaiting(ask)
        this.#held = null
        return answer
      } catch (error) {
        if (!isPassing(error) || this.#heldFor() >= BUSY_TIMEOUT_MS) throw error
      }
      await setTimeout(pause)
    }
  }

  /** Milliseconds for which it has been found so; nobody looked for a while: somebody else holds it by now. */
  #heldFor(): number {
    const now = performance.now()
    const goesOn = this.#held && now - this.#held.last < BUSY_TIMEOUT_MS
    this.#held = { since: goesOn ? this.#held!.since : now, last: now }
    return now - this.#held.since
  }

  /** The driver asks before its promise returns. */
  #withoutWaiting<T>(ask: () => Promise<T>): Promise<T> {
    this.#database.pragma('busy_timeout = 0')
    const asked = ask()
    this.#database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return asked
  }
}

const dialect: Dialect = {
  key: 'text',
  appendOnly: (table) => ['update', 'delete'].map((change) => refusing(table, change)).join('\n'),
  // What is replaced meets no trigger of deletion.
  neverReplaced: (table) => `
create trigger ${table}_keeps_on_replace before insert on ${table}
when exists (select 1 from ${table} where id = new.id) begin
  select raise(abort, '${table} is append-only');
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

const refusing = (table: string, change: string) => `
create trigger ${table}_keeps_on_${change} before ${change} on ${table} begin
  select raise(abort, '${table} is append-only');
end;`

const search: SearchEngine = {
  newestFirst: sql`search_index.rowid desc`,
  async put(tx, kind, id, folded, tokens) {
    const changed = await sql<{ seq: number }>`
      insert into search_text (kind, id, folded) values (${kind}, ${id}, ${folded})
      on conflict (kind, id) do update set folded = excluded.folded where folded <> excluded.folded
      returning seq`.execute(tx)
    const [row] = changed.rows
    if (row === undefined) return
    await sql`
      insert or replace into search_index (rowid, tokens)
      values (${row.seq}, ${tokens.join(' ')})`.execute(tx)
  },
  async remove(tx, kind, id) {
    const gone = await sql<{ seq: number }>`
      delete from search_text where kind = ${kind} and id = ${id} returning seq`.execute(tx)
    for (const { seq } of gone.rows)
      await sql`delete from search_index where rowid = ${seq}`.execute(tx)
  },
  matches({ words, tokens }) {
    const held = words.map((word) => sql`instr(folded, ${word}) > 0`)
    return sql`
      from search_index join search_text on seq = search_index.rowid
      where search_index match ${tokens.join(' ')} and ${sql.join(held, sql` and `)}`
  },
}
