import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema, Tx } from './schema.ts'

/** Serialization failure and deadlock of PostgreSQL; SQLite's file locked by another process. */
const PASSING = ['40001', '40P01', 'SQLITE_BUSY']
const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 10

/**
 * Timeout of an idle transaction. We never await anything else within a transaction, so one that is idle has failed
 * (its process hangs, or is unreachable), and its locks block all others: both engines roll it back.
 */
export const IDLE_TRANSACTION_MS = 10_000

/** Pauses between retries, replaced in tests. */
interface RetryPolicy {
  maxAttempts?: number
  random?: () => number
  wait?: (ms: number) => Promise<unknown>
}

/** Outcome of work that undoes what it wrote; made by `rollBack`. */
export class RolledBack<R> extends Error {
  readonly outcome: R
  constructor(outcome: R) {
    super('rolled back')
    this.outcome = outcome
  }
}

/**
 * Returned by the work of a transaction, rolls it back: nothing of it is stored, and its caller gets `outcome`. For
 * what is expected, such as a lost race that is noticed after a seat was taken.
 */
export const rollBack = <R>(outcome: R): RolledBack<R> => new RolledBack(outcome)

/**
 * Runs a transaction, and retries it after a conflict with another one: `work` may run more than once, and must only
 * use this database.
 *
 * PostgreSQL locks every changed row until the end. Transactions that lock the same rows in a different order
 * deadlock (40P01), so lock from the whole to the part (room, event, order, then their dependents), rows of one table
 * by ascending id, and sequences (`nextSequence`) and counters last, as they are the most contended.
 */
export async function transact<T, R = never>(
  db: Kysely<Schema>,
  work: (tx: Tx) => Promise<T | RolledBack<R>>,
  { maxAttempts = MAX_ATTEMPTS, random = Math.random, wait = setTimeout }: RetryPolicy = {},
): Promise<T | NoInfer<R>> {
  for (let tried = 1; ; tried++) {
    const undone: RolledBack<R>[] = []
    try {
      return await db.transaction().execute(async (tx) => {
        const outcome = await work(tx)
        if (!(outcome instanceof RolledBack)) return outcome
        undone.push(outcome)
        // Kysely rolls back what throws, and nothing else.
        throw outcome
      })
    } catch (error) {
      const [wanted] = undone
      if (wanted && wanted === error) return wanted.outcome
      if (tried >= maxAttempts || !isPassing(error)) throw error
      await wait(pauseAfter(tried, random()))
    }
  }
}

/** Exponential backoff in milliseconds with jitter of up to half, so that two transactions do not collide again. */
export const pauseAfter = (tried: number, chance: number): number =>
  FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + chance / 2)

export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return PASSING.some((passing) => code.startsWith(passing))
}
