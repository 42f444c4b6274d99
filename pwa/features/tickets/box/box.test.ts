import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEvent, anIssued } from '../testing/samples.ts'
import { boxOf, type Held } from './box.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const idOf = (held: Held | null) =>
  held === null ? null : held.kind === 'watch' ? held.event.id : held.issued.id
const idsOf = (held: Held[]) => held.map(idOf)

describe('the ticket box', () => {
  it('puts the next one first, whichever kind it is', () => {
    const events = [anEvent({ id: 'later', start: '2026-12-04T11:00:00.000Z' })]
    const { next, coming } = boxOf(events, [anIssued({ id: 'sooner' })], NOW)
    expect(idOf(next)).toBe('sooner')
    expect(idsOf(coming)).toEqual(['later'])
  })

  it('leads with what opens a door where the same evening is held twice', () => {
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
  ] as const)('keeps $what under $shelf', ({ change, shelf }) => {
    const box = boxOf([anEvent(change)], [], NOW)
    expect(idsOf([box[shelf]].flat().filter((held) => held !== null))).toEqual(['e1'])
  })

  it.each([
    { what: 'used', issued: anIssued({ status: 'used' }) },
    { what: 'cancelled', issued: anIssued({ status: 'cancelled' }) },
    { what: 'transferred', issued: anIssued({ status: 'transferred' }) },
    { what: 'called off', issued: anIssued({}, { status: 'cancelled' }) },
    { what: 'expired', issued: anIssued({}, { valid_until: '2026-11-20T05:59:59.999Z' }) },
  ])('takes a $what ticket out of the way', ({ issued }) => {
    const { next, past } = boxOf([], [issued], NOW)
    expect(next).toBeNull()
    expect(idsOf(past)).toEqual(['i1'])
  })

  it('keeps a used one at hand for coming back in while that is allowed, and leads with the next one', () => {
    const used = anIssued({ id: 'used', status: 'used' }, { reentry: true, valid_until: NOW })
    const { next, coming } = boxOf([], [used, anIssued({ id: 'unused' })], NOW)
    expect(idOf(next)).toBe('unused')
    expect(idsOf(coming)).toEqual(['used'])
    const over = { reentry: true, valid_until: '2026-11-20T05:59:59.999Z' }
    const off = { reentry: true, status: 'cancelled' } as const
    const gone = [over, off].map((of) => anIssued({ status: 'used' }, of))
    expect(boxOf([], gone, NOW)).toMatchObject({ next: null, coming: [] })
  })

  it('still holds out a ticket in its last moment', () => {
    const { next } = boxOf([], [anIssued({}, { valid_until: NOW })], NOW)
    expect(idOf(next)).toBe('i1')
  })

  it('leads with the archive that goes first, and ends with the one that stays', () => {
    const archive = (id: string, archive_until: string | null) =>
      anEvent({ id, publishment_flg: 3, archive: 1, archive_until })
    const events = [
      archive('stays', null),
      archive('december', '2026-12-14T06:30:00.000Z'),
      archive('november', '2026-11-27T13:00:00.000Z'),
    ]
    expect(idsOf(boxOf(events, [], NOW).archives)).toEqual(['november', 'december', 'stays'])
  })

  it('shows what was last of the past first', () => {
    const ended = (id: string, start: string) => anEvent({ id, start, publishment_flg: 3 })
    const events = [
      ended('old', '2026-09-01T00:00:00.000Z'),
      ended('new', '2026-10-01T00:00:00.000Z'),
    ]
    expect(idsOf(boxOf(events, [], NOW).past)).toEqual(['new', 'old'])
  })

  it('neither loses nor doubles a ticket', () => {
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
