import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/ports/log.ts'
import type { Engine } from './engine.ts'
import { type Migration, mergedNames, migrations } from './migrations/index.ts'
import type { Db, Tx } from './schema.ts'

/** Interval of the retries, in which queries that queued up behind a migration can run. A backup may last an hour. */
const AGAIN_MS = 5_000

interface Options {
  /** An existing folder for a copy of the database file, made before the first change. */
  backup?: string
  /** Default: ours; tests have their own. */
  steps?: Record<string, Migration>
  log?: Log
}

/**
 * Applies pending migrations. Each one and its record are one transaction under a lock, so nodes that start together
 * take turns, and an interrupted start can be continued.
 */
export async function migrate(engine: Engine, { backup, steps = migrations, log }: Options = {}) {
  // Checked without the lock first, since most starts have nothing to do.
  const known = await namesOf(engine.read).catch((): string[] => [])
  if (Object.keys(steps).every((name) => known.includes(name))) return
  await locked(engine, async (tx) => {
    await makeMemory(engine, tx)
    await renameMerged(tx)
  })
  let copyTo = backup
  for (const [name, step] of Object.entries(steps)) {
    const tryTo = () =>
      locked(engine, async (tx) => {
        const applied = await namesOf(tx)
        if (applied.includes(name)) return
        if (copyTo !== undefined && applied.length > 0)
          await copy(engine, join(copyTo, `before-${name}.sqlite`))
        copyTo = undefined
        await engine.waitForNoTable(tx)
        await take(engine, tx, name, step)
      })
    await untilFree(engine, name, log, tryTo)
  }
}

/** Retries while another session holds a table that the migration changes. */
async function untilFree(
  engine: Engine,
  step: string,
  log: Log | undefined,
  tryTo: () => Promise<void>,
) {
  for (;;) {
    try {
      return await tryTo()
    } catch (error) {
      if (!engine.isTableHeld(error)) throw error
      log?.warn({ step }, 'a migration waits for the end of a long transaction, such as a backup')
      await setTimeout(AGAIN_MS)
    }
  }
}

/** Migrates on its own connection without timeouts, and closes it. */
export async function bringUp(patient: Engine, options: Options = {}) {
  try {
    await migrate(patient, options)
    await patient.gatherStatistics()
  } finally {
    await patient.close()
  }
}

/** Creates the tables of an empty database as of these migrations, in the caller's transaction. */
export async function applySteps(engine: Engine, tx: Tx, names: string[]) {
  await engine.lockMigrations(tx)
  await makeMemory(engine, tx)
  for (const [name, step] of Object.entries(migrations))
    if (names.includes(name)) await take(engine, tx, name, step)
}

const makeMemory = ({ dialect: { key } }: Engine, tx: Tx) =>
  sql`create table if not exists migration (
    name ${sql.raw(key)} primary key,
    applied_at ${sql.raw(key)} not null
  )`.execute(tx)

async function renameMerged(tx: Tx) {
  const applied = await namesOf(tx)
  const names = mergedNames(applied)
  if (names === applied) return
  await sql`delete from migration`.execute(tx)
  for (const name of names) await note(tx, name)
}

const note = (tx: Tx, name: string) =>
  sql`insert into migration values (${name}, cast(current_timestamp as text))`.execute(tx)

async function take(engine: Engine, tx: Tx, name: string, step: Migration) {
  await engine.runScript(tx, step(engine.dialect))
  await note(tx, name)
}

async function locked(engine: Engine, work: (tx: Tx) => Promise<unknown>) {
  await engine.db.transaction().execute(async (tx) => {
    await engine.lockMigrations(tx)
    await work(tx)
  })
}

async function namesOf(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx)
  return rows.map((row) => row.name)
}

/** Copies the database file while nothing is written; a partial copy keeps its temporary name. */
async function copy({ copyTo }: Engine, path: string) {
  if (copyTo === null) return
  await copyTo(`${path}.part`)
  await rename(`${path}.part`, path)
}
