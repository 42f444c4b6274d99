import { describe, expect, it } from 'vitest'
import { INVARIANTS } from '#server/reconcile/facts.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { RECOVERY_MAX_MS } from './chaos/recovery.ts'
import { chaos } from './chaos/run.ts'
import { wordsOf } from './chaos/words.ts'

const long = process.env.LONG === '1'
const SHORT = { purchases: 12, kills: 2 }
const LONG = { purchases: 150, kills: 8 }
/** Two processes on one database, of which one after the other is killed. */
const TWO = { database: 'postgres', nodes: 2 } as const
const ONE = { database: 'sqlite', nodes: 1 } as const
const ONE_POSTGRES = { database: 'postgres', nodes: 1 } as const

const short = [
  { ...SHORT, ...ONE, seed: 1 },
  { ...SHORT, ...ONE, seed: 2 },
  { ...SHORT, ...TWO, seed: 3 },
]
const many = [
  ...Array.from({ length: 15 }, (_, nth) => ({ ...LONG, ...ONE, seed: nth + 1 })),
  ...[16, 17].map((seed) => ({ ...LONG, ...ONE_POSTGRES, seed })),
  ...[18, 19].map((seed) => ({ ...LONG, ...TWO, seed })),
  { ...TWO, purchases: 500, kills: 25, seed: 20 },
  // The kills themselves: what was acknowledged outlives each of two hundred.
  ...[21, 22].flatMap((seed) => [
    { ...ONE, purchases: 600, kills: 200, seed, atWrites: true },
    { ...TWO, purchases: 600, kills: 200, seed },
  ]),
]

describe('buyers, a provider that misbehaves and a server that is shot', () => {
  it.each((long ? many : short).filter(({ database }) => databaseNames.includes(database)))(
    'end with every yen where it belongs: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: long ? 3_600_000 : 180_000 },
    async ({ database, ...given }) => {
      const databaseUrl = database === 'postgres' ? await createServed() : undefined
      const outcome = await chaos({ ...given, ...(databaseUrl && { databaseUrl }) })
      const words = wordsOf(outcome)
      if (long) console.log(words)
      expect(outcome.report.differences, words).toEqual([])
      expect(outcome.missing, words).toEqual([])
      expect(outcome.lost, words).toEqual([])
      expect(outcome.givenUp, words).toEqual([])
      expect(outcome.restless, words).toEqual([])
      expect(Object.entries(outcome.report.holds)).toEqual(
        Object.keys(INVARIANTS).map((name) => [name, true]),
      )
      expect(outcome.told.has, words).toBeGreaterThan(0)
      // All that were asked for, and one more after a month.
      expect(outcome.kills, words).toBe(given.kills + 1)
      if ('atWrites' in given) expect(outcome.atWrites, words).toBeGreaterThan(0)
      // The long run has the machine to itself.
      const { fromKill, fromStart } = outcome.recovery
      if (long) expect(Math.max(...fromKill, ...fromStart), words).toBeLessThan(RECOVERY_MAX_MS)
    },
  )
})
