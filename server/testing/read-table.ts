import { sql } from 'kysely'
import type { Db, Schema } from '#server/db/schema.ts'

/** All rows of a table, the oldest first: its key, which grows with time, is its first column. */
export const readTable = async <T extends keyof Schema>(db: Db, name: T): Promise<Schema[T][]> =>
  // Without an order PostgreSQL gives a row that was changed wherever it found room for it.
  (await sql<Schema[T]>`select * from ${sql.table(name)} order by 1`.execute(db)).rows
