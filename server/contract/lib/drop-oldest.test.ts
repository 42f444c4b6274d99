import { expect, it } from 'vitest'
import { dropOldest } from './drop-oldest.ts'

it('dropOldest leaves the entries that were added last', () => {
  const entries = new Map([1, 2, 3, 4].map((n) => [n, '']))
  const left = (max: number) => {
    dropOldest(entries, max)
    return [...entries.keys()]
  }
  expect(left(5)).toEqual([1, 2, 3, 4])
  expect(left(4)).toEqual([1, 2, 3, 4])
  expect(left(2)).toEqual([3, 4])
  expect(left(0)).toEqual([])
  expect(left(0)).toEqual([])
})
