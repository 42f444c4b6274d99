import { expect, it } from 'vitest'
import { rehearseLottery } from './rehearse-lottery.ts'

/** The same numbers each time. */
function sequence() {
  let last = 7
  return () => {
    last = (last * 16_807) % 2_147_483_647
    return last / 2_147_483_647
  }
}
const type = (capacity: number | null, closed = false) => ({ capacity, closed })

it('a rehearsal gives as many seats as there are, and no more', () => {
  const ticket = { capacity: 50, types: [] }
  expect(rehearseLottery(ticket, 30, 1, sequence())).toMatchObject({ won: 30, left: 20 })
  expect(rehearseLottery(ticket, 400, 1, sequence())).toEqual({
    ...{ people: 400, won: 50, left: 0 },
    byChoice: [50, 0, 0],
  })
})

it('a rehearsal with groups and types passes who does not fit', () => {
  const ticket = { capacity: 40, types: [type(10), type(null), type(9, true)] }
  const { won, byChoice, left } = rehearseLottery(ticket, 300, 4, sequence())
  expect(won + left).toBe(40)
  expect(won).toBeGreaterThan(36)
  expect(byChoice[1]).toBeGreaterThan(0)
  expect(byChoice[2]).toBe(0)
})
