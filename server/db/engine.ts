import type { Kysely, RawBuilder } from 'kysely'
import type { Dialect } from './migrations/index.ts'
import type { Schema, Tx } from './schema.ts'
import type { SearchIndex } from './search.ts'

/** A database, and what differs between the two engines. */
export interface Engine {
  kind: 'sqlite' | 'postgres'
  /** Reads and writes. Never use it inside one of its own transactions, of which it sees nothing. */
  db: Kysely<Schema>
  /** Reads committed data without waiting for a writer. */
  read: Kysely<Schema>
  dialect: Dialect
  search: SearchIndex
  /** Appended to a `select` that leases rows: skips rows locked by another node. */
  skipLocked: RawBuilder<unknown>
  /** Runs a script of several statements. */
  runScript(tx: Tx, script: string): Promise<void>
  /** Blocks migrations of other nodes until `tx` ends. */
  lockMigrations(tx: Tx): Promise<void>
  /** From here on `tx` fails instead of waiting for a table lock, since later queries would queue behind it. */
  waitForNoTable(tx: Tx): Promise<void>
  /** Whether the error was a table lock held by another session. */
  isTableHeld(error: unknown): boolean
  /** Runs work with deferred foreign keys: rows may be inserted in any order, and are checked at the end. */
  inAnyOrder(tx: Tx, work: () => Promise<void>): Promise<void>
  /** Writes a consistent copy of the database file; null for a database server. */
  copyTo: ((path: string) => Promise<void>) | null
  /**
   * Updates the planner's statistics where they are missing or outdated: without them a query for one person may scan
   * the tables of the whole site.
   */
  gatherStatistics(): Promise<void>
  /** Removes deleted data from the database files. */
  tidy(): Promise<void>
  close(): Promise<void>
}
