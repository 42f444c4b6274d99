import { expect, it } from 'vitest'
import { plainTicketNumbers, savedTicket, skipLabel } from './ticket-form.ts'

it('formats skipped numbers as they are typed', () => {
  expect(skipLabel([4, 9, 40, 41, 42, 49])).toBe('4, 9, 40-42, 49')
  expect(skipLabel([])).toBe('')
})

it.each([
  ['１０', '10'],
  ['1,000', '1000'],
  ['１，０００', '1000'],
  // An invalid number is sent unchanged: the server's validation names the error.
  ['-5', '-5'],
  ['十枚', '十枚'],
])('parses %s, typed with a Japanese keyboard, as a number', (typed, sent) => {
  const values = { ...savedTicket(null), capacity: typed, number_start: typed }
  expect(plainTicketNumbers(values)).toEqual({ ...values, capacity: sent, number_start: sent })
})

it.each(['４、９，４０〜４９', '４、９,４０～４９', '4、9,40 - 49', '4、9,40ー49'])(
  'parses %s as skipped numbers',
  (typed) => {
    const read = plainTicketNumbers({ ...savedTicket(null), number_skip: typed })
    expect(read.number_skip).toBe('4、9,40-49')
  },
)
