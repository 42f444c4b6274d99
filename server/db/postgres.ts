import {
  type BinaryOperationNode,
  Kysely,
  OperatorNode,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Log } from '#server/ports/log.ts'
import type { Engine } from './engine.ts'
import { impatient, type Limits, serverLimits } from './limits-postgres.ts'
import type { Dialect } from './migrations/index.ts'
import type { Schema, Tx } from './schema.ts'
import { createSearchIndex, type SearchEngine } from './search.ts'

const INT8 = 20
const NUMERIC = 1700
/** Arbitrary constant. */
const MIGRATION_LOCK = 7_260_427
const CONNECT_TIMEOUT_MS = 5000
/** How long queries may queue behind a migration that waits for a table. */
const TABLE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'

/** int8 counts and numeric sums as numbers: the driver returns text; our values stay far below 2^53. */
export const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
  // An overload for each of the two formats, but none for both.
) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'))

interface Options {
  connections?: number
  log?: Log
  /** Default: no timeouts. */
  limits?: Limits
}

export const openPostgres = (connectionString: string, options: Options = {}): Engine =>
  engineOn(createPool(connectionString, options))

export function createPool(connectionString: string, options: Options = {}): pg.Pool {
  const { limits } = options
  const pool = new pg.Pool({
    connectionString,
    ...(limits && { ...serverLimits(limits), Client: impatient(limits.silenceMs) }),
    types: { getTypeParser },
    max: options.connections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without a listener, a restart of the database would end our process.
  pool.on('error', ({ message }) => options.log?.warn({ message }, 'idle connection lost'))
  // The same for a connection in use between two queries: its next query fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => null))
  return pool
}

/** An engine on a pool, which it ends at its close. */
export function engineOn(pool: PostgresPool & { ending: boolean }): Engine {
  const spoken = new PostgresDialect({ pool })
  spoken.createQueryCompiler = () => new TakesEmptyLists()
  const db = new Kysely<Schema>({ dialect: spoken })
  return {
    kind: 'postgres',
    db,
    read: db,
    dialect,
    search: createSearchIndex(search),
    skipLocked: sql`for update skip locked`,
    async runScript(tx, script) {
      await sql.raw(script).execute(tx)
    },
    async lockMigrations(tx) {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    },
    async waitForNoTable(tx) {
      await sql.raw(`set local lock_timeout = ${TABLE_MS}`).execute(tx)
    },
    isTableHeld: (error) => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE,
    async inAnyOrder(tx, work) {
      await alterReferences(tx, 'deferrable initially deferred')
      await work()
      await sql`set constraints all immediate`.execute(tx)
      await alterReferences(tx, 'not deferrable')
    },
    copyTo: null,
    // Autovacuum keeps them up to date later, but has not seen freshly restored data yet.
    async gatherStatistics() {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace
          and reltuples <= 0 and pg_relation_size(oid) > 0`.execute(db)
      for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
    },
    async tidy() {}, // PostgreSQL's own vacuum does this.
    async close() {
      await db.destroy()
      if (!pool.ending) await pool.end() // Kysely has no reference to an unused pool.
    },
  }
}

/** PostgreSQL refuses `in ()`, which SQLite takes for a list without values. */
class TakesEmptyLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const { operator, rightOperand: right } = node
    const isEmpty = PrimitiveValueListNode.is(right) && right.values.length === 0
    const name = isEmpty && OperatorNode.is(operator) ? operator.operator : null
    if (name === 'in') this.append('false')
    else if (name === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

/** In another encoding PostgreSQL counts bytes instead of characters, or cannot store what people write. */
export async function assertUtf8(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {}) // Its query fails, which is enough.
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw new Error(`its encoding is ${encoding}; create one with \`encoding 'UTF8'\``)
  } finally {
    await client.end().catch(() => {}) // A connection that failed to open cannot be closed.
  }
}

/** Sets when all foreign keys of our tables are checked. */
async function alterReferences(tx: Tx, when: 'deferrable initially deferred' | 'not deferrable') {
  const { rows } = await sql<{ of: string; name: string }>`
    select conrelid::regclass::text as of, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx)
  for (const { of, name } of rows)
    await sql.raw(`alter table ${of} alter constraint ${name} ${when}`).execute(tx)
}

const dialect: Dialect = {
  key: 'text collate "C"',
  appendOnly: (table) => `
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ${table}_keeps before update or delete on ${table}
  for each statement execute function refuse_change();`,
  neverReplaced: (table) => `
create trigger ${table}_keeps_whole before truncate on ${table}
  for each statement execute function refuse_change();`,
  emptiedOnChange: (table, emptied, changed) => `
create function ${table}_empty_${emptied}() returns trigger language plpgsql as $$
begin
  new.${emptied} := null;
  return new;
end $$;
create trigger ${table}_empties_${emptied} before update of ${changed} on ${table}
  for each row when (new.${changed} <> old.${changed}) execute function ${table}_empty_${emptied}();`,
  searchIndex: `
create table search_text (
  seq bigint generated always as identity primary key,
  kind text collate "C" not null,
  id text collate "C" not null,
  folded text collate "C" not null,
  tokens text[] collate "C" not null,
  unique (kind, id)
);
create index search_tokens on search_text using gin (tokens) with (fastupdate = off);
`,
}

const search: SearchEngine = {
  newestFirst: sql`seq desc`,
  async put(tx, { kind, id, folded }, tokens) {
    await sql`
      insert into search_text (kind, id, folded, tokens)
      values (${kind}, ${id}, ${folded}, ${tokens}::text[])
      on conflict (kind, id) do update set folded = excluded.folded, tokens = excluded.tokens
      where search_text.folded <> excluded.folded`.execute(tx)
  },
  async putReading(tx, { kind, id, folded }, reading, tokens) {
    await sql`
      update search_text set reading = ${reading}, tokens = ${tokens}::text[]
      where kind = ${kind} and id = ${id} and folded = ${folded}`.execute(tx)
  },
  async remove(tx, kind, id) {
    await sql`delete from search_text where kind = ${kind} and id = ${id}`.execute(tx)
  },
  matches({ words, tokens }) {
    return sql`
      from search_text where tokens @> ${tokens}::text[] and ${this.contains(words)}`
  },
  contains: (words) =>
    sql.join(
      words.map((word) => sql`(strpos(folded, ${word}) > 0 or strpos(reading, ${word}) > 0)`),
      sql` and `,
    ),
  // The planner knows the frequent pairs, and walks the list by itself.
  isCommon: async () => false,
}
