import { describe, expect, it } from 'vitest'
import { issuedStamp } from '../issued-stamp.ts'
import { anEvent, anIssued } from '../testing/samples.ts'
import { watchLabel } from '../ticket/watch-label.ts'
import { untilLabel } from '../ticket-labels.ts'
import { heldLabel } from './held-labels.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const watch = (change: Parameters<typeof anEvent>[0]) =>
  heldLabel({ kind: 'watch', event: anEvent(change) }, NOW)

describe('time until an event', () => {
  it.each([
    { at: '2026-11-19T14:59:59.999Z', words: '本日' },
    { at: '2026-11-20T14:59:59.999Z', words: '本日' },
    { at: '2026-11-20T15:00:00.000Z', words: '明日' },
    { at: '2026-11-21T14:59:59.999Z', words: '明日' },
    { at: '2026-11-21T15:00:00.000Z', words: 'あと2日' },
    { at: '2026-11-28T10:00:00.000Z', words: 'あと8日' },
  ])('is $words for $at, in days of Japan', ({ at, words }) => {
    expect(untilLabel(at, NOW)).toBe(words)
  })
})

describe('stream ticket', () => {
  it('shows the date, and the time until then', () => {
    expect(watch({})).toMatchObject({
      kind: '視聴チケット',
      when: '11月27日(金) 20:00',
      rest: 'あと7日',
      play: false,
      to: '/account/ticketbox/event/e1',
    })
  })

  it('names its kind, if it is one of two', () => {
    const places = [{}, { live_amount: 500 }, { live_amount: 500, live_only: true }].map(
      (change) => watch(change).where,
    )
    expect(places).toEqual([
      'オンライン配信',
      'オンライン配信・配信＋見逃し配信',
      'オンライン配信・配信のみ',
    ])
  })

  it('can be watched while the event is live', () => {
    expect(watch({ publishment_flg: 1 })).toMatchObject({
      ...{ kind: '配信中', play: true, open: '視聴する' },
      to: expect.stringMatching(/^\/community\/[^/]+\/event\/e1$/),
    })
  })

  it('shows how long an archive is available', () => {
    const archive_until = '2026-11-27T14:59:00.000Z'
    expect(watch({ publishment_flg: 3, archive: 1, archive_until })).toMatchObject({
      kind: '見逃し配信',
      when: '11月27日(金) 23:59 まで',
      play: true,
    })
  })

  it.each([
    { change: { publishment_flg: 0 }, figure: 'あと7日' },
    { change: { publishment_flg: 1 }, figure: '22:00' },
    { change: { publishment_flg: 2 }, figure: 'トーク中' },
    { change: { publishment_flg: 3, archive: 1 }, figure: '公開中' },
  ] as const)('shows $figure on its stub', ({ change, figure }) => {
    expect(watchLabel(anEvent(change), NOW)?.figure).toBe(figure)
  })

  it('has an empty stub once the event is over', () => {
    expect(watchLabel(anEvent({ publishment_flg: 3 }), NOW)).toBeNull()
  })
})

describe('entry ticket', () => {
  it('shows the place, the opening of doors, and its number', () => {
    expect(heldLabel({ kind: 'enter', issued: anIssued() }, NOW)).toMatchObject({
      kind: '入場チケット',
      dated: '11月28日(土) 開場18:30',
      where: '灯ホール 下北沢',
      rest: 'あと8日',
      number: 'A 042',
    })
  })

  it('is stamped with its time of use', () => {
    const issued = anIssued({ status: 'used', used_at: '2026-11-28T09:42:00.000Z' })
    expect(issuedStamp(issued, 'used')).toMatchObject({ main: '18:42', below: '11月28日' })
    expect(heldLabel({ kind: 'enter', issued }, NOW).rest).toBe('使用済み')
  })

  it.each(['cancelled', 'transferred'] as const)('is shown as invalid if it is %s', (state) => {
    expect(issuedStamp(anIssued(), state).label).toContain('入場できません')
  })
})
