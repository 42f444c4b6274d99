import { describe, expect, it } from 'vitest'
import { addMonths } from '../lib/days.ts'
import { FEW_LEFT } from './limits.ts'
import { typeSalesEnd, typeSalesStart, typeStateOf } from './ticket-type.ts'

const ticket = { starts_at: '2026-12-10T10:00:00.000Z', valid_until: '2026-12-10T14:00:00.000Z' }
const type = {
  amount: 3_000,
  sales_from: '2026-12-01T00:00:00.000Z',
  sales_until: '2026-12-05T00:00:00.000Z',
  closed: false,
  capacity: 100,
  remaining: 100,
}

describe('a ticket type', () => {
  it.each([
    ['early', '2026-11-30T23:59:59.999Z', {}],
    ['plenty', '2026-12-01T00:00:00.000Z', {}],
    ['plenty', '2026-12-04T23:59:59.999Z', { remaining: FEW_LEFT + 1 }],
    ['few', '2026-12-04T23:59:59.999Z', { remaining: FEW_LEFT }],
    ['few', '2026-12-04T23:59:59.999Z', { remaining: FEW_LEFT, capacity: null }],
    ['plenty', '2026-12-04T23:59:59.999Z', { remaining: FEW_LEFT, capacity: FEW_LEFT }],
    ['soldOut', '2026-12-04T23:59:59.999Z', { remaining: 0 }],
    ['over', '2026-12-05T00:00:00.000Z', { remaining: 0 }],
    ['closed', '2026-12-02T00:00:00.000Z', { closed: true }],
    ['over', '2026-12-10T10:00:00.000Z', { sales_until: null }],
    ['plenty', '2026-12-10T09:59:59.999Z', { sales_until: null }],
  ] as const)('is %s at %s', (state, now, change) => {
    expect(typeStateOf({ ...type, ...change }, ticket, now)).toBe(state)
  })

  it('is not sold before its money can be held, unless it is free', () => {
    const at = { ...ticket, valid_until: '2027-12-10T14:00:00.000Z' }
    expect(typeSalesStart(type, at)! > type.sales_from).toBe(true)
    expect(typeSalesStart({ ...type, amount: 0 }, at)).toBe(type.sales_from)
    expect(typeSalesStart({ amount: 0, sales_from: null }, at)).toBeNull()
  })

  it('ends with the start of the event', () => {
    expect(typeSalesEnd({ sales_until: '2026-12-11T00:00:00.000Z' }, ticket)).toBe(ticket.starts_at)
    expect(typeSalesEnd({ sales_until: null }, ticket)).toBe(ticket.starts_at)
  })
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-20', 3, '2027-02-20'],
  ['2026-12-31', 12, '2027-12-31'],
  ['2026-03-15', 0, '2026-03-15'],
])('%s and %d months are %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})
