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

/**
 * Runs a transaction, and retries it after a conflict with another one: `work` may run more than once, and must only
 * use this database.
 *
 * PostgreSQL locks every changed row until the end. Transactions that lock the same rows in a different order
 * deadlock (40P01), so lock from the whole to the part (room, event, order, then their dependents), rows of one table
 * by ascending id, and sequences (`nextSequence`) and counters last, as they are the most contended.
 */
export async function transact<T>(
  db: Kysely<Schema>,
  work: (tx: Tx) => Promise<T>,
  { maxAttempts = MAX_ATTEMPTS, random = Math.random, wait = setTimeout }: RetryPolicy = {},
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
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
