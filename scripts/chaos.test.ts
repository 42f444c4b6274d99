// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, ONE_POSTGRES, TWO } from './chaos/expected.ts'

const LONG = { purchases: 80, kills: 8 }

const many: Case[] = [
  { ...LONG, ...ONE, seed: 1 },
  { ...LONG, ...ONE_POSTGRES, seed: 16 },
  { ...LONG, ...TWO, seed: 18 },
  { ...TWO, purchases: 100, kills: 12, seed: 20 },
]

describe('purchases with a misbehaving provider and a server that is killed', () => {
  it.each(many.filter(({ database }) => databaseNames.includes(database)))(
    'end with balanced books: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: 3_600_000 },
    (settings) => expectGoodEnd(settings),
  )
})
