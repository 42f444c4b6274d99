import { expect, it } from 'vitest'
import { plainNumbers, savedTicket, skipWords } from './ticket-form.ts'

it('writes numbers that nobody gets as they are typed', () => {
  expect(skipWords([4, 9, 40, 41, 42, 49])).toBe('4, 9, 40-42, 49')
  expect(skipWords([])).toBe('')
})

it.each([
  ['１０', '10'],
  ['1,000', '1000'],
  ['１，０００', '1000'],
  // What is no number stays one: the server says what is wrong with it.
  ['-5', '-5'],
  ['十枚', '十枚'],
])('reads %s as a Japanese keyboard means it', (typed, sent) => {
  const values = { ...savedTicket(null), capacity: typed, number_start: typed }
  expect(plainNumbers(values)).toEqual({ ...values, capacity: sent, number_start: sent })
})

it.each(['４、９，４０〜４９', '４、９,４０～４９', '4、9,40 - 49', '4、9,40ー49'])(
  'reads %s as numbers that nobody gets',
  (typed) => {
    const read = plainNumbers({ ...savedTicket(null), number_skip: typed })
    expect(read.number_skip).toBe('4、9,40-49')
  },
)
