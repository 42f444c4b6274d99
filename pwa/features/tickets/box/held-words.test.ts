import { describe, expect, it } from 'vitest'
import { issuedStamp } from '../issued-stamp.ts'
import { anEvent, anIssued } from '../testing/samples.ts'
import { watchWords } from '../ticket/watch-words.ts'
import { untilWords } from '../until.ts'
import { heldWords } from './held-words.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const watch = (change: Parameters<typeof anEvent>[0]) =>
  heldWords({ kind: 'watch', event: anEvent(change) }, NOW)

describe('how long it is until then', () => {
  it.each([
    { at: '2026-11-19T14:59:59.999Z', words: '本日' },
    { at: '2026-11-20T14:59:59.999Z', words: '本日' },
    { at: '2026-11-20T15:00:00.000Z', words: '明日' },
    { at: '2026-11-21T14:59:59.999Z', words: '明日' },
    { at: '2026-11-21T15:00:00.000Z', words: 'あと2日' },
    { at: '2026-11-28T10:00:00.000Z', words: 'あと8日' },
  ])('says $words for $at, by the days of Japan', ({ at, words }) => {
    expect(untilWords(at, NOW)).toBe(words)
  })
})

describe('a ticket to watch', () => {
  it('says when, and how long until then', () => {
    expect(watch({})).toMatchObject({
      kind: '視聴チケット',
      when: '11月27日(金) 20:00',
      rest: 'あと7日',
      play: false,
      to: '/account/ticketbox/event/e1',
    })
  })

  it('can be watched while it is on air', () => {
    expect(watch({ publishment_flg: 1 })).toMatchObject({ kind: '配信中', play: true })
  })

  it('says until when an archive can be watched', () => {
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
    expect(watchWords(anEvent(change), NOW)?.figure).toBe(figure)
  })

  it('has nothing more to say once it is over', () => {
    expect(watchWords(anEvent({ publishment_flg: 3 }), NOW)).toBeNull()
  })
})

describe('a ticket to enter', () => {
  it('says where, when the doors open, and its number', () => {
    expect(heldWords({ kind: 'enter', issued: anIssued() }, NOW)).toMatchObject({
      kind: '入場チケット',
      note: '11月28日(土) 開場18:30 ・ 灯ホール 下北沢',
      rest: 'あと8日',
      number: 'A 042',
    })
  })

  it('is stamped with the time it was used', () => {
    const issued = anIssued({ status: 'used', used_at: '2026-11-28T09:42:00.000Z' })
    expect(issuedStamp(issued, 'used')).toMatchObject({ main: '18:42', below: '11月28日' })
    expect(heldWords({ kind: 'enter', issued }, NOW).rest).toBe('使用済み')
  })

  it.each(['cancelled', 'transferred'] as const)(
    'says of a %s one that it opens no door',
    (state) => {
      expect(issuedStamp(anIssued(), state).label).toContain('入場できません')
    },
  )
})
