import { sql } from 'kysely'
import type { Db, Schema } from '#server/db/schema.ts'

/** All rows of a table, oldest first: the first column is a key that grows with time. */
export const readTable = async <T extends keyof Schema>(db: Db, name: T): Promise<Schema[T][]> =>
  // PostgreSQL has no stable default order: it moves updated rows.
  (await sql<Schema[T]>`select * from ${sql.table(name)} order by 1`.execute(db)).rows
