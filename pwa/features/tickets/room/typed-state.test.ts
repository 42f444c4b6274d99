import { describe, expect, it } from 'vitest'
import type { TicketType } from '#contract/tickets/calls.ts'
import { aTicketOnSale, aType } from '../testing/samples.ts'
import { typedSeatState } from './typed-state.ts'

const NOW = '2026-11-20T00:00:00.000Z'
const LATER = '2026-11-21T00:00:00.000Z'
const BEFORE = '2026-11-19T00:00:00.000Z'

describe('the next step to a ticket with types', () => {
  const state = (types: Partial<TicketType>[], chosen: number | null = null, base = 'member') => {
    const ticket = aTicketOnSale({ types: types.map(aType) })
    const type = chosen === null ? null : (ticket.types[chosen] ?? null)
    return typedSeatState(base as 'member', ticket, type, NOW)
  }
  it.each([
    ['asks to choose one', [{}, {}], null, 'choose'],
    ['is the purchase of the chosen one', [{}, {}], 1, 'member'],
    ['is the waiting list of the chosen one', [{}, { remaining: 0 }], 1, 'full'],
    [
      'asks again if the chosen one is not for the viewer',
      [{}, { refused: 'members' }],
      1,
      'choose',
    ],
    ['waits for the first sale', [{ sales_from: LATER }, { closed: true }], null, 'early'],
    ['asks for which one to wait', [{ remaining: 0 }, { sales_until: BEFORE }], null, 'choose'],
    [
      'says that all are sold out that the viewer may have',
      [{ remaining: 0, refused: 'limit' }, { sales_until: BEFORE }],
      0,
      'soldOut',
    ],
    ['says that the sale is over', [{ closed: true }, { sales_until: BEFORE }], null, 'over'],
  ] as const)('%s', (_, types, chosen, expected) => {
    expect(state([...types], chosen)).toBe(expected)
  })

  it.each(['owner', 'held', 'cancelled', 'closed', 'refused'])(
    'does not depend on the types for %s',
    (base) => expect(state([{}], 0, base)).toBe(base),
  )
})
