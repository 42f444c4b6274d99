import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEvent, anIssued } from '../testing/samples.ts'
import { type BoxTicket, boxOf } from './box.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const idOf = (ticket: BoxTicket | null) =>
  ticket === null ? null : ticket.kind === 'watch' ? ticket.event.id : ticket.issued.id
const idsOf = (tickets: BoxTicket[]) => tickets.map(idOf)

describe('ticket box', () => {
  it('shows the next ticket of either kind first', () => {
    const events = [anEvent({ id: 'later', start: '2026-12-04T11:00:00.000Z' })]
    const { next, coming } = boxOf(events, [anIssued({ id: 'sooner' })], NOW)
    expect(idOf(next)).toBe('sooner')
    expect(idsOf(coming)).toEqual(['later'])
  })

  it('shows the entry ticket first if the same event has both', () => {
    const issued = anIssued({ id: 'enter' })
    const events = [anEvent({ id: 'watch', start: issued.ticket.starts_at })]
    const { next, coming } = boxOf(events, [issued], NOW)
    expect(idOf(next)).toBe('enter')
    expect(idsOf(coming)).toEqual(['watch'])
  })

  it.each([
    { what: 'what is on air', change: { publishment_flg: 1 }, shelf: 'next' },
    { what: 'what is over but still talks', change: { publishment_flg: 2 }, shelf: 'next' },
    { what: 'a ready archive', change: { publishment_flg: 3, archive: 1 }, shelf: 'archives' },
    { what: 'what is over', change: { publishment_flg: 3, archive: 0 }, shelf: 'past' },
  ] as const)('groups $what under $shelf', ({ change, shelf }) => {
    const box = boxOf([anEvent(change)], [], NOW)
    expect(idsOf([box[shelf]].flat().filter((ticket) => ticket !== null))).toEqual(['e1'])
  })

  it.each([
    { what: 'used', issued: anIssued({ status: 'used' }) },
    { what: 'cancelled', issued: anIssued({ status: 'cancelled' }) },
    { what: 'transferred', issued: anIssued({ status: 'transferred' }) },
    { what: 'called off', issued: anIssued({}, { status: 'cancelled' }) },
    { what: 'expired', issued: anIssued({}, { valid_until: '2026-11-20T05:59:59.999Z' }) },
  ])('moves a ticket that is $what to the past ones', ({ issued }) => {
    const { next, past } = boxOf([], [issued], NOW)
    expect(next).toBeNull()
    expect(idsOf(past)).toEqual(['i1'])
  })

  it('keeps a used ticket listed while re-entry is possible, with another one as the next', () => {
    const used = anIssued({ id: 'used', status: 'used' }, { reentry: true, valid_until: NOW })
    const { next, coming } = boxOf([], [used, anIssued({ id: 'unused' })], NOW)
    expect(idOf(next)).toBe('unused')
    expect(idsOf(coming)).toEqual(['used'])
    const over = { reentry: true, valid_until: '2026-11-20T05:59:59.999Z' }
    const off = { reentry: true, status: 'cancelled' } as const
    const usedTickets = [over, off].map((of) => anIssued({ status: 'used' }, of))
    expect(boxOf([], usedTickets, NOW)).toMatchObject({ next: null, coming: [] })
  })

  it('still shows a ticket in its last moment', () => {
    const { next } = boxOf([], [anIssued({}, { valid_until: NOW })], NOW)
    expect(idOf(next)).toBe('i1')
  })

  it('sorts archives by expiry, unlimited ones last', () => {
    const archive = (id: string, archive_until: string | null) =>
      anEvent({ id, publishment_flg: 3, archive: 1, archive_until })
    const events = [
      archive('stays', null),
      archive('december', '2026-12-14T06:30:00.000Z'),
      archive('november', '2026-11-27T13:00:00.000Z'),
    ]
    expect(idsOf(boxOf(events, [], NOW).archives)).toEqual(['november', 'december', 'stays'])
  })

  it('sorts past tickets, newest first', () => {
    const ended = (id: string, start: string) => anEvent({ id, start, publishment_flg: 3 })
    const events = [
      ended('old', '2026-09-01T00:00:00.000Z'),
      ended('new', '2026-10-01T00:00:00.000Z'),
    ]
    expect(idsOf(boxOf(events, [], NOW).past)).toEqual(['new', 'old'])
  })

  it('neither loses nor duplicates a ticket', () => {
    const flags = fc.record({
      publishment_flg: fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<0 | 1 | 2 | 3>,
      archive: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
    })
    const statuses = fc.constantFrom('valid', 'used', 'cancelled', 'transferred') as fc.Arbitrary<
      'valid' | 'used' | 'cancelled' | 'transferred'
    >
    fc.assert(
      fc.property(fc.array(flags), fc.array(statuses), (events, issued) => {
        const { next, coming, archives, past } = boxOf(
          events.map((change, index) => anEvent({ id: `e${index}`, ...change })),
          issued.map((status, index) => anIssued({ id: `i${index}`, status })),
          NOW,
        )
        const all = idsOf([...(next ? [next] : []), ...coming, ...archives, ...past])
        expect(new Set(all).size).toBe(all.length)
        expect(all).toHaveLength(events.length + issued.length)
      }),
    )
  })
})
