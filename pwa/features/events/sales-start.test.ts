import { expect, it } from 'vitest'
import { salesStartLabel, salesStartNote } from './sales-start.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const AT_ONCE = '2027-02-08T10:00:00.000Z'
const LATER = '2027-02-09T10:00:00.000Z'

it.each([
  [1_980, AT_ONCE, null],
  [1_980, LATER, '販売は 2026/11/21 19:00 から始まります。'],
  [0, LATER, null],
  [1_980, 'not filled in', null],
])('owner of a ticket for %i yen until %s reads when sales begin', (amount, end, text) => {
  const note = salesStartNote(amount, end, NOW)
  expect(note === null ? null : note.slice('公開しても、'.length).split('売上')[0]).toBe(text)
})

it('buyer reads when sales begin', () => {
  expect(salesStartLabel(1_980, LATER)).toBe('販売は 2026/11/21 19:00 から始まります。')
})
