import { describe, expect, it } from 'vitest'
import { aType } from '#pwa/features/tickets/testing/samples.ts'
import { newType, savedTypes, sentTypes, typeDraftsIn, typesText } from './type-drafts.ts'

const stored = {
  ...aType({ capacity: 30, per_person: 1, member_months: 3, note: '学生証' }),
  ...{ sales_from: '2026-11-20T03:00:00.000Z', taken: 4, waiting: 0, was_ordered: true },
  ...{ number_prefix: 'S', was_issued: true },
}

describe('ticket types in the form', () => {
  it('are sent as they were saved', () => {
    const { remaining, resale, refused, taken, waiting, was_ordered, was_issued, ...type } = stored
    expect(JSON.parse(sentTypes(savedTypes([stored])))).toEqual([type])
  })

  it('are sent without an id if new, and with nothing for what is empty', () => {
    const draft = { ...newType(0), name: 'S席', amount: '６５００', capacity: '1,000' }
    expect(JSON.parse(sentTypes(typesText([draft])))).toEqual([
      {
        ...{ name: 'S席', amount: 6_500, capacity: 1_000, sales_from: null, sales_until: null },
        ...{ per_person: null, member_months: null, note: '', color: 'red', closed: false },
        number_prefix: '',
      },
    ])
  })

  it('send a number of places that is none as it is, never as places that are shared', () => {
    const draft = { ...newType(0), capacity: '三十' }
    expect(JSON.parse(sentTypes(typesText([draft])))).toMatchObject([{ capacity: '三十' }])
  })

  it.each(['', 'x', '{}', 'null'])('are none in %j', (text) => {
    expect(typeDraftsIn(text)).toEqual([])
  })
})
