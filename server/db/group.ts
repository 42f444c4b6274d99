import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from './schema.ts'
import { isPassing, transact } from './transact.ts'

/** More would let the first of a group wait too long for the last. */
const MAX_IN_GROUP = 100

type Work<T> = (tx: Tx) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
type Outcome = { value: unknown } | { error: unknown }

/** Runs `work` in a transaction that it may share with its neighbours; settles when that is committed. */
export type Write = <T>(work: Work<T>) => Promise<T>

/**
 * Many small writes, one fsync: what arrives together, or while a commit runs, shares the next transaction, in the order
 * of its arrival, each under a savepoint of its own. One that throws is rolled back and refused alone. As in `transact`,
 * `work` may run more than once.
 */
export function groupedWrites(db: Kysely<Schema>, most = MAX_IN_GROUP): Write {
  const queue: Waiting[] = []
  let running = false

  async function drain() {
    running = true
    while (queue.length > 0) {
      // An engine in this process lets nobody in while it works: those who wait at the door come in before it begins.
      await setImmediate()
      await commit(db, queue.splice(0, most))
    }
    running = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as Waiting['resolve'], reject })
      if (!running) void drain()
    })
}

async function commit(db: Kysely<Schema>, group: Waiting[]) {
  try {
    const outcomes = await transact(db, (tx) => runAll(tx, group))
    group.forEach(({ resolve, reject }, at) => {
      const outcome = outcomes[at]!
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome.value)
    })
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

async function runAll(tx: Tx, group: Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { work } of group) outcomes.push(await runAlone(tx, work))
  return outcomes
}

async function runAlone(tx: Tx, work: Work<unknown>): Promise<Outcome> {
  await sql`savepoint one_of_group`.execute(tx)
  try {
    const value = await work(tx)
    await sql`release savepoint one_of_group`.execute(tx)
    return { value }
  } catch (error) {
    if (isPassing(error)) throw error // the whole group lost, and is tried again
    await sql`rollback to savepoint one_of_group`.execute(tx)
    await sql`release savepoint one_of_group`.execute(tx)
    return { error }
  }
}
