import { expect, it } from 'vitest'
import {
  isTicketComplete,
  plainTicketNumbers,
  savedTicket,
  skipLabel,
  ticketFormOf,
} from './ticket-form.ts'
import { newType, typesText } from './type-drafts.ts'

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

it('sends the types of a ticket without a price of its own', () => {
  const saved = savedTicket(null)
  const types = typesText([{ ...newType(0), name: '一般', amount: '4500' }])
  const values = {
    ...saved,
    title: '夜',
    venue: '灯ホール',
    start: 'x',
    end: 'y',
    capacity: '9',
    types,
  }
  expect(isTicketComplete(values)).toBe(true)
  expect(isTicketComplete({ ...values, types: '[]' })).toBe(false)
  const priced = { ...values, amount: '1000' }
  const form = ticketFormOf({ saved, values: priced, pictures: {}, status: null })
  expect(form.has('amount')).toBe(false)
  expect(JSON.parse(String(form.get('types')))).toMatchObject([{ name: '一般', amount: 4_500 }])
})
