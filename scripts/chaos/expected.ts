import { expect } from 'vitest'
import { INVARIANTS } from '#server/reconcile/facts.ts'
import { createServed } from '#server/testing/databases.ts'
import { type Chaos, chaos, MORE_KILLS } from './run.ts'
import { summaryOf } from './summary.ts'

export interface Case extends Pick<Chaos, 'seed' | 'purchases' | 'kills' | 'atWrites'> {
  database: 'sqlite' | 'postgres'
  nodes: number
}

/** Two processes on one database, killed in turn. */
export const TWO = { database: 'postgres', nodes: 2 } as const
export const ONE = { database: 'sqlite', nodes: 1 } as const
export const ONE_POSTGRES = { database: 'postgres', nodes: 1 } as const

/** Expects balanced books, kept promises and no pending work. */
export async function expectGoodEnd({ database, ...settings }: Case) {
  const databaseUrl = database === 'postgres' ? await createServed() : undefined
  const outcome = await chaos({ ...settings, ...(databaseUrl && { databaseUrl }) })
  const summary = summaryOf(outcome)
  console.log(summary)
  expect(outcome.report.differences, summary).toEqual([])
  expect(outcome.wrong, summary).toEqual([])
  expect(outcome.missing, summary).toEqual([])
  expect(outcome.lost, summary).toEqual([])
  expect(outcome.failedJobs, summary).toEqual([])
  expect(outcome.restless, summary).toEqual([])
  expect(outcome.hung, summary).toEqual([])
  expect(Object.entries(outcome.report.holds)).toEqual(
    Object.keys(INVARIANTS).map((name) => [name, true]),
  )
  expect(outcome.resultCounts.has, summary).toBeGreaterThan(0)
  expect(outcome.unusedDays, summary).toBeGreaterThan(0)
  expect(outcome.kills, summary).toBe(settings.kills + MORE_KILLS)
  if (settings.atWrites) expect(outcome.atWrites, summary).toBeGreaterThan(0)
}
