// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, TWO } from './expected.ts'

const KILLS = { purchases: 80, kills: 20 }
const cases: Case[] = [
  { ...KILLS, ...ONE, seed: 21, atWrites: true },
  { ...KILLS, ...TWO, seed: 22 },
]

// A file of its own, as it takes as long as all other chaos tests and runs beside them.
describe('40 kills, half of them on each engine,', () => {
  it.each(cases.filter(({ database }) => databaseNames.includes(database)))(
    'lose nothing that was acknowledged: seed $seed, $nodes processes on $database',
    { timeout: 3_600_000 },
    (settings) => expectGoodEnd(settings),
  )
})
