import type { Kysely, RawBuilder } from 'kysely'
import type { Dialect } from './migrations/index.ts'
import type { Schema, Tx } from './schema.ts'
import type { SearchIndex } from './search.ts'

/** A database, and everything that the two kinds of it spell differently. */
export interface Engine {
  kind: 'sqlite' | 'postgres'
  /** Reads and writes. On SQLite the only writer: never use it inside a transaction of its own. */
  db: Kysely<Schema>
  /** Reads what is committed, without waiting for a writer. */
  read: Kysely<Schema>
  dialect: Dialect
  search: SearchIndex
  /** Ends a `select` whose rows are leased: another node's rows are passed over instead of waited for. */
  skipLocked: RawBuilder<unknown>
  /** Runs many statements at once; the engine itself finds where each ends. */
  runScript(tx: Tx, script: string): Promise<void>
  /** Holds every other node's migrations back until `tx` ends. */
  lockMigrations(tx: Tx): Promise<void>
  /** From here on `tx` fails where it would stand in line for a table: everybody who comes after it stands behind it. */
  waitForNoTable(tx: Tx): Promise<void>
  /** Whether somebody held a table, and nothing else went wrong. */
  isTableHeld(error: unknown): boolean
  /** Rows that point at one another may come in any order within this work of a transaction; at its end all must hold. */
  inAnyOrder(tx: Tx, work: () => Promise<void>): Promise<void>
  /** Writes a consistent copy of the database file; null where the database is no file of ours. */
  copyTo: ((path: string) => Promise<void>) | null
  /**
   * Tells the planner how large tables are and what stands in them, where that is unknown or has changed much: without, it
   * may walk a whole site for one person's rooms.
   */
  gatherStatistics(): Promise<void>
  /** Puts out of the files what was deleted from the tables. */
  tidy(): Promise<void>
  close(): Promise<void>
}
