// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, ONE_POSTGRES, TWO } from './chaos/expected.ts'

const LONG = { purchases: 80, kills: 20 }

const runs: Case[] = [
  { ...LONG, ...ONE, seed: 21, atWrites: true },
  { ...LONG, ...TWO, seed: 22 },
  { ...ONE_POSTGRES, purchases: 40, kills: 4, seed: 16 },
]

describe('purchases with a misbehaving provider and a server that is killed', () => {
  it.each(runs.filter(({ database }) => databaseNames.includes(database)))(
    'end with balanced books and all that was acknowledged: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: 3_600_000 },
    (settings) => expectGoodEnd(settings),
  )
})
