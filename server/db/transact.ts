import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema, Tx } from './schema.ts'

/** Serialization failure and deadlock on PostgreSQL; the other engine's file held by another process. */
const PASSING = ['40001', '40P01', 'SQLITE_BUSY']
const TRIES = 5
const FIRST_PAUSE_MS = 10

/**
 * We never wait for anything within a transaction. One that asks nothing for so many milliseconds has gone wrong (its
 * process stands still or cannot be reached, or waits for what will not come), and its locks keep all others waiting: it
 * is rolled back, on both engines.
 */
export const IDLE_TRANSACTION_MS = 10_000

/** How to wait between tries: given in by tests. */
interface Patience {
  tries?: number
  random?: () => number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * A transaction that is tried again when it lost against another one: `work` may run more than once and does nothing
 * but ask this database.
 *
 * On PostgreSQL every row that a transaction changes is locked to its end. Two that lock the same rows in another
 * order kill one another (40P01); so lock from the whole to the part (room, event, order, then what hangs on them),
 * several rows of one table by ascending id, number series (`nextOf`) and counters last, as everyone wants those.
 */
export async function transact<T>(
  db: Kysely<Schema>,
  work: (tx: Tx) => Promise<T>,
  { tries = TRIES, random = Math.random, wait = setTimeout }: Patience = {},
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tried >= tries || !isPassing(error)) throw error
      await wait(pauseAfter(tried, random()))
    }
  }
}

/** Milliseconds, doubling, between half and the whole: two that met once must not meet again. */
export const pauseAfter = (tried: number, chance: number): number =>
  FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + chance / 2)

export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return PASSING.some((passing) => code.startsWith(passing))
}
