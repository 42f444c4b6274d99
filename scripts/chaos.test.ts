// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, ONE_POSTGRES, TWO } from './chaos/expected.ts'

const LONG = { purchases: 150, kills: 8 }

const many: Case[] = [
  ...Array.from({ length: 8 }, (_, nth) => ({ ...LONG, ...ONE, seed: nth + 1 })),
  ...[16, 17].map((seed) => ({ ...LONG, ...ONE_POSTGRES, seed })),
  ...[18, 19].map((seed) => ({ ...LONG, ...TWO, seed })),
  { ...TWO, purchases: 500, kills: 25, seed: 20 },
]

describe('purchases with a misbehaving provider and a server that is killed', () => {
  it.each(many.filter(({ database }) => databaseNames.includes(database)))(
    'end with balanced books: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: 3_600_000 },
    (settings) => expectGoodEnd(settings),
  )
})
