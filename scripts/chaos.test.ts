// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, ONE_POSTGRES, TWO } from './chaos/expected.ts'

const LONG = { purchases: 150, kills: 8 }

const many: Case[] = [
  ...Array.from({ length: 15 }, (_, nth) => ({ ...LONG, ...ONE, seed: nth + 1 })),
  ...[16, 17].map((seed) => ({ ...LONG, ...ONE_POSTGRES, seed })),
  ...[18, 19].map((seed) => ({ ...LONG, ...TWO, seed })),
  { ...TWO, purchases: 500, kills: 25, seed: 20 },
]

describe('buyers, a provider that misbehaves and a server that is shot', () => {
  it.each(many.filter(({ database }) => databaseNames.includes(database)))(
    'end with every yen where it belongs: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: 3_600_000 },
    (given) => expectGoodEnd(given),
  )
})
