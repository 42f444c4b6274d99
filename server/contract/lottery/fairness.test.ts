import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../lib/sha256.ts'
import { allot, type Entry, groupIdOf, orderOf } from './draw.ts'

const DRAWS = 10_000
/** The order of the nth draw. */
const draw = (entries: Entry[], n: number) => orderOf(entries, sha256Hex(`seed ${n}`))
const entry = (ids: string): Entry => ({
  weight: 1,
  choices: [1],
  people: ids.split(' ').map((id) => ({ id, contribution: '' })),
})
const spell = (sizes: number[]) => sizes.toSorted().join('+')

/** Every order of these, each as often. */
const ordersOf = (all: number[]): number[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, n) => ordersOf(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

/** χ² of the counts for the same chance of all. */
const chiSquare = (counts: number[], expected: number) =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)

describe('fairness over 10,000 draws', () => {
  const add = (counts: Map<string, number>, what = '') =>
    counts.set(what, (counts.get(what) ?? 0) + 1)

  // The bounds of χ² are those of 99.9%, for nine degrees where nothing else stands.
  it('gives groups at every position of the list the first place, and a win, as often', () => {
    const [groups, winners] = [10, 3]
    const entries = Array.from({ length: groups }, (_, n) => entry(`${n}a ${n}b`))
    const [first, won] = [new Map<string, number>(), new Map<string, number>()]
    for (let n = 0; n < DRAWS; n++) {
      const order = draw(entries, n)
      add(first, order[0] && groupIdOf(order[0]))
      const places = { total: 2 * winners, choices: [null] }
      for (const { id } of allot(order, places)) add(won, id)
    }
    expect(chiSquare([...first.values()], DRAWS / groups)).toBeLessThan(27.88)
    // Who wins leaves one win less to the others: the variance is (groups - winners) / (groups - 1) of that of χ².
    const square = chiSquare([...won.values()], (DRAWS * winners) / groups)
    expect((square * (groups - 1)) / (groups - winners)).toBeLessThan(27.88)
  })

  it('lets groups of each size win as often as the rule says: in a fair order, whoever fits', () => {
    const [sizes, total] = [[1, 1, 2, 2, 3, 4], 6]
    const entries = sizes.map((size, n) =>
      entry(Array.from('abcd'.slice(0, size), (letter) => n + letter).join(' ')),
    )
    // The rule, written out for every order: the sizes of those who win.
    const ruled = Map.groupBy(ordersOf(sizes), (order) => {
      let left = total
      const won = order.filter((size) => {
        const fits = size <= left
        if (fits) left -= size
        return fits
      })
      return spell(won)
    })
    const counts = new Map<string, number>()
    for (let n = 0; n < DRAWS; n++) {
      const order = draw(entries, n)
      const winners = new Set(allot(order, { total, choices: [null] }).map(({ id }) => id))
      const won = order.filter((one) => winners.has(groupIdOf(one)))
      add(counts, spell(won.map(({ people }) => people.length)))
    }
    expect([...counts.keys()].toSorted()).toEqual([...ruled.keys()].toSorted())
    const orders = ruled.values().reduce((sum, { length }) => sum + length, 0)
    const square = [...ruled].reduce((sum, [won, { length }]) => {
      const expected = (DRAWS * length) / orders
      return sum + chiSquare([counts.get(won) ?? 0], expected)
    }, 0)
    // Five outcomes: four degrees.
    expect(square).toBeLessThan(18.47)
  })

  it('gives a group of double weight the place before a single one in two of three draws', () => {
    const entries = [{ ...entry('member'), weight: 2 as const }, entry('guest')]
    let before = 0
    for (let n = 0; n < DRAWS; n++) if (draw(entries, n)[0] === entries[0]) before++
    // Both outcomes, with chances of 2/3 and 1/3: the 99.9% bound of one degree.
    const [won, lost] = [(DRAWS * 2) / 3, DRAWS / 3]
    const square = (before - won) ** 2 / won + (DRAWS - before - lost) ** 2 / lost
    expect(square).toBeLessThan(10.83)
  })
})
