import { describe, expect, it } from 'vitest'
import { eventChecks, nextSequence } from '#pwa/features/dashboard/overview/event-checks.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { audienceFacts, audienceLine, duration } from './audience-label.ts'
import { byTime, ownEventLabel, salesOf } from './own-event-label.ts'

const NOW = '2026-11-20T06:00:00.000Z'

describe('next event', () => {
  it('is the first published one that is not over', () => {
    const events = [
      anEvent({ id: 'draft', status: 'draft' }),
      anEvent({ id: 'cancelled', status: 'cancelled' }),
      anEvent({ id: 'next' }),
      anEvent({ id: 'over', publishment_flg: 3 }),
    ]
    expect(nextSequence(events)?.id).toBe('next')
    expect(nextSequence(events.slice(0, 2))).toBeUndefined()
  })

  it('shows the number of sold tickets, and that sales have ended', () => {
    const sale = (event: ReturnType<typeof anEvent>, now = NOW) => eventChecks(event, now)[0]
    expect(sale(anEvent())).toEqual({
      done: true,
      text: 'チケットを販売中です',
      detail: '128枚 / 400枚',
    })
    expect(sale(anEvent({ remaining: 0 }))?.text).toBe('チケットは完売しました')
    expect(sale(anEvent(), anEvent().sales_end)?.text).toBe('チケットの販売は終わりました')
  })

  it('lists what is missing', () => {
    const bare = anEvent({ thumbnail_image_path: null, archive_days: 0, live_talk: 0 })
    expect(eventChecks(bare, NOW).map(({ done }) => done)).toEqual([true, false, false, false])
    expect(eventChecks(anEvent(), NOW).every(({ done }) => done)).toBe(true)
  })
})

describe('own events', () => {
  it.each([
    { change: {}, label: '販売中' },
    { change: { remaining: 0 }, label: '完売' },
    { change: { status: 'draft' }, label: '下書き' },
    { change: { status: 'cancelled', cancelled: true, publishment_flg: 3 }, label: '中止' },
    { change: { publishment_flg: 1 }, label: '配信中' },
    { change: { publishment_flg: 3, archive: 1 }, label: '見逃し配信中' },
    { change: { publishment_flg: 3 }, label: '終了' },
  ] as const)('have the label $label', ({ change, label }) => {
    expect(ownEventLabel(anEvent(change)).label).toBe(label)
  })

  it('are past once they have ended or were cancelled', () => {
    const events = [
      anEvent({ id: 'coming' }),
      anEvent({ id: 'off', status: 'cancelled' }),
      anEvent({ id: 'over', publishment_flg: 3 }),
    ]
    const { coming, past } = byTime(events)
    expect([coming, past].map((group) => group.map(({ id }) => id))).toEqual([
      ['coming'],
      ['off', 'over'],
    ])
  })

  it('are summed', () => {
    const sold = { tickets: 2, live_only: 0, gross: 3_960, net: 3_420, unbooked: 0 }
    expect(salesOf([anEvent({ sales: sold }), anEvent({ sales: sold })])).toEqual({
      tickets: 4,
      gross: 7_920,
      net: 6_840,
      minutes: 0,
      messages: 0,
    })
    expect(salesOf([])).toMatchObject({ tickets: 0, gross: 0, net: 0 })
  })
})

describe('audience', () => {
  it.each([
    [0, '0分'],
    [59, '59分'],
    [60, '1時間'],
    [61, '1時間1分'],
    [72_000, '1,200時間'],
  ])('formats %i minutes as %s', (minutes, expected) => expect(duration(minutes)).toBe(expected))

  it('shows in a row only if there is any, and completely in the sheet', () => {
    const silent = anEvent().audience
    expect(audienceLine(silent)).toEqual([])
    const archive = { people: 2, minutes: 30, peak: 1 }
    const seen = {
      live: { people: 98, minutes: 5_400, peak: 71 },
      archive,
      talk: { messages: 1_204, people: 55 },
    }
    expect(audienceLine(seen)).toEqual(['のべ視聴 90時間30分', '書き込み 1,204件'])
    expect(audienceFacts(seen).map(({ value }) => value)).toEqual([
      '98人・のべ90時間',
      '71人',
      '2人・のべ30分',
      '1,204件・55人',
    ])
    expect(audienceFacts(silent)).toHaveLength(3)
  })
})
