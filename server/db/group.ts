import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from './schema.ts'
import { isPassing, RolledBack, transact } from './transact.ts'

/** Limits how long the first write of a group waits for the last. */
const MAX_IN_GROUP = 100

type Work<T> = (tx: Tx) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
/** Settles the promise of the caller with the result of its work. */
type Settle = () => void

/** Runs `work` in a possibly shared transaction; settles after its commit. */
export type Write = <T, R = never>(work: Work<T | RolledBack<R>>) => Promise<T | NoInfer<R>>

/**
 * Group commit: small writes that arrive together, or during a commit, share the next transaction (and its fsync) in
 * order of arrival, each under its own savepoint. A write that throws is rolled back and rejected alone, and one that
 * returns `rollBack(…)` is rolled back alone. As in `transact`, `work` may run more than once.
 */
export function groupedWrites(db: Kysely<Schema>, max = MAX_IN_GROUP): Write {
  const queue: Waiting[] = []
  let running = false

  async function drain() {
    running = true
    while (queue.length > 0) {
      // An in-process engine blocks the event loop while it works: let pending requests join the group first.
      await setImmediate()
      await commit(db, queue.splice(0, max))
    }
    running = false
  }

  return <T, R>(work: Work<T | RolledBack<R>>) =>
    new Promise<T | R>((resolve, reject) => {
      // The queue mixes works of many types; each value goes back to the caller of its own work.
      queue.push({ work, resolve: resolve as Waiting['resolve'], reject })
      if (!running) void drain()
    })
}

async function commit(db: Kysely<Schema>, group: Waiting[]) {
  try {
    const outcomes = await transact(db, (tx) => runAll(tx, group))
    for (const settle of outcomes) settle()
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

async function runAll(tx: Tx, group: Waiting[]): Promise<Settle[]> {
  const outcomes: Settle[] = []
  for (const waiting of group) outcomes.push(await runAlone(tx, waiting))
  return outcomes
}

async function runAlone(tx: Tx, { work, resolve, reject }: Waiting): Promise<Settle> {
  await sql`savepoint one_of_group`.execute(tx)
  try {
    const value = await work(tx)
    if (value instanceof RolledBack) await sql`rollback to savepoint one_of_group`.execute(tx)
    await sql`release savepoint one_of_group`.execute(tx)
    return () => resolve(value instanceof RolledBack ? value.outcome : value)
  } catch (error) {
    if (isPassing(error)) throw error // The whole group lost: retry it.
    await sql`rollback to savepoint one_of_group`.execute(tx)
    await sql`release savepoint one_of_group`.execute(tx)
    return () => reject(error)
  }
}
