import { describe, it } from 'vitest'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, ONE_POSTGRES, TWO } from './chaos/expected.ts'

const SHORT = { purchases: 12, kills: 2 }
const LONG = { purchases: 150, kills: 8 }

const short: Case[] = [
  { ...SHORT, ...ONE, seed: 1 },
  { ...SHORT, ...TWO, seed: 3 },
]
const many: Case[] = [
  ...Array.from({ length: 15 }, (_, nth) => ({ ...LONG, ...ONE, seed: nth + 1 })),
  ...[16, 17].map((seed) => ({ ...LONG, ...ONE_POSTGRES, seed })),
  ...[18, 19].map((seed) => ({ ...LONG, ...TWO, seed })),
  { ...TWO, purchases: 500, kills: 25, seed: 20 },
]

describe('buyers, a provider that misbehaves and a server that is shot', () => {
  it.each((isFull ? many : short).filter(({ database }) => databaseNames.includes(database)))(
    'end with every yen where it belongs: seed $seed, $purchases purchases, $kills kills, $nodes processes on $database',
    { timeout: isFull ? 3_600_000 : 180_000 },
    (given) => expectGoodEnd(given, { alone: isFull }),
  )
})
