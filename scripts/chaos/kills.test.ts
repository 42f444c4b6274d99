// @module-tag full
import { describe, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Case, expectGoodEnd, ONE, TWO } from './expected.ts'

const KILLS = { purchases: 600, kills: 200 }
const cases: Case[] = [21, 22].flatMap((seed) => [
  { ...KILLS, ...ONE, seed, atWrites: true },
  { ...KILLS, ...TWO, seed },
])

// A file of their own: they take as long as all other chaos, and run beside it.
describe('two hundred kills', () => {
  it.each(cases.filter(({ database }) => databaseNames.includes(database)))(
    'lose nothing that was acknowledged: seed $seed, $nodes processes on $database',
    { timeout: 3_600_000 },
    (given) => expectGoodEnd(given),
  )
})
