import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/ports/log.ts'
import type { Engine } from './engine.ts'
import { type Migration, migrations } from './migrations/index.ts'
import type { Db, Tx } from './schema.ts'

/** A backup, or somebody's own question, may hold a table for an hour: what queued up behind a try has gone on by the next. */
const AGAIN_MS = 5_000

interface Options {
  /** An existing folder for copies of the database file, made before it is changed. */
  backup?: string
  /** Ours, unless a test has its own. */
  steps?: Record<string, Migration>
  log?: Log
}

/**
 * Brings the tables up to date. Each step and the row that remembers it are one transaction, under a lock: nodes that
 * start together take turns, and a start that was cut off goes on where it stopped.
 */
export async function migrate(engine: Engine, { backup, steps = migrations, log }: Options = {}) {
  // Most starts find nothing to do, and must not stand in line for a lock to learn that.
  const known = await namesOf(engine.read).catch((): string[] => [])
  if (Object.keys(steps).every((name) => known.includes(name))) return
  await locked(engine, (tx) => makeMemory(engine, tx))
  let copied = backup === undefined
  for (const [name, step] of Object.entries(steps)) {
    const tryTo = () =>
      locked(engine, async (tx) => {
        const applied = await namesOf(tx)
        if (applied.includes(name)) return
        if (!copied && applied.length > 0)
          await copy(engine, join(backup!, `before-${name}.sqlite`))
        copied = true
        await engine.waitForNoTable(tx)
        await take(engine, tx, name, step)
      })
    await untilFree(engine, name, log, tryTo)
  }
}

/** Tries again for as long as somebody holds a table that the step changes. */
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
      log?.warn({ step }, 'a migration waits until a long transaction, such as a backup, is over')
      await setTimeout(AGAIN_MS)
    }
  }
}

/** Migrates on a line of its own, and closes it: that, and a copy before it, may take longer than anybody is let wait. */
export async function bringUp(patient: Engine, options: Options = {}) {
  try {
    await migrate(patient, options)
    await patient.gatherStatistics()
  } finally {
    await patient.close()
  }
}

/** Makes the tables of an empty database as they were after these steps of ours, within a transaction of its own. */
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

async function take(engine: Engine, tx: Tx, name: string, step: Migration) {
  await engine.runScript(tx, step(engine.dialect))
  await sql`insert into migration values (${name}, cast(current_timestamp as text))`.execute(tx)
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

/** Nobody else writes meanwhile, and a copy that was cut off never bears the name of a whole one. */
async function copy({ copyTo }: Engine, path: string) {
  if (copyTo === null) return
  await copyTo(`${path}.part`)
  await rename(`${path}.part`, path)
}
