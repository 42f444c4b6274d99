import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
/** The numbered faults; each has a test of its number. */
const FAULTS = from(1, 72)

/** `fault 17: …`, `17: …`, `16, 21: …` and `… (37)` at the edges of a title. */
const NUMBERED = [
  /['"`](?:fault )?(\d{1,2}(?:, \d{1,2})*):\s/g,
  /['"`][^'"`\n]*\((\d{1,2}(?:, \d{1,2})*)\)[^'"`\n]*['"`]/g,
]

it('has a test for every fault, by its number', () => {
  const found = new Set<number>()
  for (const file of globSync('{server,pwa,scripts}/**/*.test.{ts,tsx}')) {
    const source = readFileSync(file, 'utf8')
    for (const pattern of NUMBERED)
      for (const [, numbers] of source.matchAll(pattern))
        for (const number of numbers!.split(', ')) found.add(Number(number))
  }
  expect(FAULTS.filter((fault) => !found.has(fault))).toEqual([])
})
