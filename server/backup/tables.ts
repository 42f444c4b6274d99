import { SHOWN_BY } from '#server/features/uploads/shown-queries.ts'
import { tableOf } from './format.ts'
import { writeHashed } from './hashed.ts'
import type { Snapshot, Value } from './snapshot.ts'

/** Columns with paths of media, relative and without a leading `/`. */
const naming = (table: string) =>
  Object.values(SHOWN_BY).flatMap((by) => (by.table === table ? by.columns : []))

/** Paths of all files that rows name. */
export async function namedIn(snapshot: Snapshot): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const table of snapshot.tables) {
    const columns = naming(table)
    const { batches } = await snapshot.rows(table, (column) => columns.includes(column))
    for await (const batch of batches)
      for (const path of batch.flat()) if (typeof path === 'string') paths.add(path)
  }
  return paths
}

/** Writes every table: its columns on the first line, then one line per row. */
export async function writeTables(snapshot: Snapshot, backup: string) {
  const tables: Record<string, { rows: number; sha256: string }> = {}
  for (const table of snapshot.tables) {
    const { columns, batches } = await snapshot.rows(table)
    let rows = 0
    async function* lines() {
      yield Buffer.from(`${JSON.stringify(columns)}\n`)
      for await (const batch of batches) {
        for (const row of batch) {
          row.forEach((value, at) => {
            if (!survives(value))
              throw new Error(`${table}.${columns[at]} has a value that JSON does not preserve`)
          })
        }
        rows += batch.length
        yield Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
    }
    const { sha256 } = await writeHashed(tableOf(backup, table), lines())
    tables[table] = { rows, sha256 }
  }
  return tables
}

/** Our columns are texts and safe integers; JSON would change any other value. */
const survives = (value: Value) =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value)
