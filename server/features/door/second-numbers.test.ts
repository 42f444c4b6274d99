import { expect, it } from 'vitest'
import { patternNumber } from '#contract/door/pattern-number.ts'
import type { GateTicket } from '#contract/door/verdict.ts'
import { secondNumbers } from './second-numbers.ts'

const ticketOf = (number: string): GateTicket => ({
  ...{ hash: number, number, status: 'valid', generation: 0, used_at: null, used_gate: null },
})

it('leave no number that a list has only once, and admit nobody', () => {
  const list = ['A 001', 'A 002', 'S 002', 'A 1000'].map(ticketOf)
  const added = secondNumbers(list)
  expect(added.map(({ number }) => number)).toEqual(['※ 1', '※ 1000'])
  expect(added.every(({ status }) => status === 'cancelled')).toBe(true)
  const counts = Map.groupBy([...list, ...added], ({ number }) => patternNumber(number))
  expect([...counts.values()].every((of) => of.length > 1)).toBe(true)
})
