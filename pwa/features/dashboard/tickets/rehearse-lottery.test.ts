import { expect, it } from 'vitest'
import { type Invented, rehearseLottery } from './rehearse-lottery.ts'

/** The same numbers each time. */
function sequence() {
  let last = 7
  return () => {
    last = (last * 16_807) % 2_147_483_647
    return last / 2_147_483_647
  }
}
const type = (capacity: number | null, closed = false) => ({ capacity, closed })
const of = (people: number, change: Partial<Invented> = {}): Invented => ({
  ...{ people, maxGroup: 1, members: null, lapsing: 0 },
  ...change,
})

it('a rehearsal gives as many seats as there are, and no more', () => {
  const ticket = { capacity: 50, types: [] }
  expect(rehearseLottery(ticket, of(30), sequence())).toMatchObject({ won: 30, left: 20 })
  expect(rehearseLottery(ticket, of(400), sequence())).toEqual({
    ...{ people: 400, won: 50, byChoice: [50, 0, 0], chances: null },
    ...{ lapsed: 0, later: 0, rounds: 0, left: 0 },
  })
  expect(rehearseLottery(ticket, of(0), sequence())).toMatchObject({ won: 0, left: 50 })
})

it('a rehearsal with groups and types passes who does not fit', () => {
  const ticket = { capacity: 40, types: [type(10), type(null), type(9, true)] }
  const { won, byChoice, left } = rehearseLottery(ticket, of(300, { maxGroup: 4 }), sequence())
  expect(won + left).toBe(40)
  expect(won).toBeGreaterThan(36)
  expect(byChoice[1]).toBeGreaterThan(0)
  expect(byChoice[2]).toBe(0)
})

it('a rehearsal lets members draw twice where the owner says so', () => {
  const ticket = { capacity: 500, types: [] }
  const { won, chances } = rehearseLottery(ticket, of(5_000, { members: 0.5 }), sequence())
  const { members, others } = chances!
  expect(members.people + others.people).toBe(5_000)
  expect(members.won + others.won).toBe(won)
  // While seats are few, two numbers are almost twice the chance of one.
  const times = members.won / members.people / (others.won / others.people)
  expect(times).toBeGreaterThan(1.6)
  expect(times).toBeLessThan(2.2)
  const pairs = of(5_000, { members: 0.5, maxGroup: 4 })
  // A group has the double chance only if all of it are members.
  const { people } = rehearseLottery(ticket, pairs, sequence()).chances!.members
  expect(people / 5_000).toBeLessThan(0.25)
})

it('a rehearsal gives what winners do not buy to the next, until nobody fits', () => {
  const ticket = { capacity: 60, types: [type(20), type(null)] }
  const many = rehearseLottery(ticket, of(400, { maxGroup: 2, lapsing: 0.3 }), sequence())
  expect(many.rounds).toBeGreaterThan(1)
  expect(many.won + many.later - many.lapsed + many.left).toBe(60)
  expect(many.left).toBeLessThan(3)
  const few = rehearseLottery(ticket, of(60, { lapsing: 0.5 }), sequence())
  expect(few).toMatchObject({ later: 0, rounds: 0, left: few.lapsed })
  const nobody = rehearseLottery(ticket, of(100, { lapsing: 1 }), sequence())
  expect(nobody).toMatchObject({ won: 60, later: 40, lapsed: 100, left: 60 })
})
