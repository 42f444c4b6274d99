import { sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { applySteps } from '#server/db/migrate.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { SearchKind } from '#server/db/search.ts'
import { type Backup, readTable } from './check.ts'
import { BackupError, SEARCH } from './format.ts'

/** Number of values per statement that both engines allow. */
const MAX_VALUES = 30_000
const MAX_ROWS = 500
const rowsAtOnce = (columns: number) =>
  Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns)))

/** Fills an empty database in one transaction. */
export async function load(engine: Engine, { folder, manifest }: Backup) {
  await engine.db.transaction().execute(async (tx) => {
    // The schema at the time of the backup: the server migrates it at its start.
    await applySteps(engine, tx, manifest.migrations)
    await engine.inAnyOrder(tx, async () => {
      for (const [table, { rows }] of Object.entries(manifest.tables)) {
        if (table === SEARCH) await search(engine, tx, folder)
        else await fill(tx, folder, table)
        await count(tx, table, rows)
      }
    })
  })
}

async function fill(tx: Tx, folder: string, table: string) {
  // The manifest's tables are those of the schema that was just applied, and the rows are theirs.
  for await (const rows of readTable(folder, table, rowsAtOnce))
    await tx
      .insertInto(table as keyof Schema)
      .values(rows as never)
      .execute()
}

/**
 * The texts are normalized already; normalizing them again changes nothing. Their kinds are those that the index had
 * when the backup was made.
 */
async function search(engine: Engine, tx: Tx, folder: string) {
  for await (const rows of readTable(folder, SEARCH, rowsAtOnce))
    for (const { kind, id, folded } of rows)
      await engine.search.put(tx, kind as SearchKind, String(id), String(folded))
}

async function count(tx: Tx, table: string, rows: number) {
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    tx,
  )
  const n = Number(counted.rows[0]?.n)
  if (n !== rows) throw new BackupError(`${table} would have ${n} rows instead of ${rows}.`)
}
