import { expect } from 'vitest'
import { INVARIANTS } from '#server/reconcile/facts.ts'
import { createServed } from '#server/testing/databases.ts'
import { RECOVERY_MAX_MS } from './recovery.ts'
import { type Chaos, chaos } from './run.ts'
import { wordsOf } from './words.ts'

export interface Case extends Pick<Chaos, 'seed' | 'purchases' | 'kills' | 'atWrites'> {
  database: 'sqlite' | 'postgres'
  nodes: number
}

/** Two processes on one database, of which one after the other is killed. */
export const TWO = { database: 'postgres', nodes: 2 } as const
export const ONE = { database: 'sqlite', nodes: 1 } as const
export const ONE_POSTGRES = { database: 'postgres', nodes: 1 } as const

/** Every yen where it belongs, whatever was told is true, and nothing is left to do. On a machine that does little else. */
export async function expectGoodEnd({ database, ...given }: Case) {
  const databaseUrl = database === 'postgres' ? await createServed() : undefined
  const outcome = await chaos({ ...given, ...(databaseUrl && { databaseUrl }) })
  const words = wordsOf(outcome)
  console.log(words)
  expect(outcome.report.differences, words).toEqual([])
  expect(outcome.missing, words).toEqual([])
  expect(outcome.lost, words).toEqual([])
  expect(outcome.givenUp, words).toEqual([])
  expect(outcome.restless, words).toEqual([])
  expect(outcome.hung, words).toEqual([])
  expect(Object.entries(outcome.report.holds)).toEqual(
    Object.keys(INVARIANTS).map((name) => [name, true]),
  )
  expect(outcome.told.has, words).toBeGreaterThan(0)
  // All that were asked for, and one more after a month.
  expect(outcome.kills, words).toBe(given.kills + 1)
  if (given.atWrites) expect(outcome.atWrites, words).toBeGreaterThan(0)
  const { fromKill, fromStart } = outcome.recovery
  expect(Math.max(...fromKill, ...fromStart), words).toBeLessThan(RECOVERY_MAX_MS)
}
