import { expect, it } from 'vitest'
import { aTicketOnSale, aType } from '#pwa/features/tickets/testing/samples.ts'
import { numberLabel, ownTicketLabel } from './own-ticket-label.ts'

const ticket = aTicketOnSale()
const START = '2026-11-28T10:00:00.000Z'

it.each([
  ['下書き', { status: 'draft' }, START],
  ['中止', { status: 'cancelled' }, START],
  ['販売中', {}, '2026-11-28T09:59:59.999Z'],
  ['完売', { remaining: 0 }, '2026-11-28T09:59:59.999Z'],
  ['完売', { types: [aType({ remaining: 0 })] }, '2026-11-28T09:59:59.999Z'],
  ['販売中', { types: [aType({ remaining: 0 }), aType()] }, '2026-11-28T09:59:59.999Z'],
  ['販売終了', {}, START],
  ['販売終了', { remaining: 0 }, START],
  ['終了', {}, '2026-11-28T14:00:00.001Z'],
])('shows an owner the label %s of their ticket', (label, change, now) => {
  const shown = { ...ticket, starts_at: START, ...(change as Partial<typeof ticket>) }
  expect(ownTicketLabel(shown, now).label).toBe(label)
})

it.each([
  ['「A」1番から（欠番 4, 9, 40-42）', 'A', 1, [4, 9, 40, 41, 42]],
  ['101番から', '', 101, []],
])(
  'shows an owner the numbers of their ticket: %s',
  (expected, number_prefix, number_start, number_skip) => {
    expect(numberLabel({ number_prefix, number_start, number_skip })).toBe(expected)
  },
)
