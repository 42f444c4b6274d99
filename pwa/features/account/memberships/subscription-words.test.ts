import { describe, expect, it } from 'vitest'
import type { SubscribedRoom } from '#contract/rooms.ts'
import { byPhase } from '#pwa/features/account/by-phase.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { leavingWords, priceWords, subscriptionWords } from './subscription-words.ts'

const subscription = (
  change: Partial<SubscribedRoom['subscription']> = {},
): SubscribedRoom['subscription'] => ({
  id: 's1',
  status: 'active',
  amount: 980,
  current_period_end: '2026-12-15T15:00:00.000Z',
  cancel_at_period_end: false,
  locks_at: null,
  ...change,
})

describe('a subscription', () => {
  it('says when it renews, by the days of Japan', () => {
    expect(subscriptionWords(subscription())).toEqual({ badge: null, note: '次の更新 2026/12/16' })
  })

  it('warns when a renewal did not go through', () => {
    const { badge, note } = subscriptionWords(subscription({ status: 'past_due' }))
    expect(badge).not.toBeNull()
    expect(note).toContain('2026/12/16')
  })

  it('says how long one may stay who has left', () => {
    const { badge, note } = subscriptionWords(subscription({ cancel_at_period_end: true }))
    expect(badge).toBe('更新停止')
    expect(note).toBe('2026/12/16 まで利用できます')
  })

  it('says that a room is closed until it is paid', () => {
    const words = subscriptionWords(
      subscription({ status: 'incomplete', current_period_end: null }),
    )
    expect(words.badge).toBe('お支払いが必要です')
  })

  it('says until when the room stays open to who owes a renewal', () => {
    const locks_at = '2026-12-22T15:00:00.000Z'
    const { note } = subscriptionWords(subscription({ status: 'past_due', locks_at }))
    expect(note).toContain('2026/12/23 を過ぎると見られなくなります')
  })

  it.each([
    { what: 'is paid for', change: {}, words: '2026/12/16 までは、これまでどおり見られます' },
    { what: 'is free', change: { amount: 0, current_period_end: null }, words: 'すぐに見られなく' },
    {
      what: 'is owed',
      change: { status: 'incomplete' as const },
      words: 'お支払いの済んでいない参加費は請求されません',
    },
  ])('says what leaving means for a room that $what', ({ change, words }) => {
    expect(leavingWords(subscription(change))).toContain(words)
  })

  it('says that a member’s price stays when the room’s changes, and nothing while it is the same', () => {
    expect(priceWords(subscription(), 980)).toBeNull()
    expect(priceWords(subscription(), 1_500)).toContain('¥980のままです')
    expect(priceWords(subscription({ amount: 0 }), 1_500)).toContain('無料のままです')
  })

  it('knows no date for a free room', () => {
    const free = subscription({ amount: 0, current_period_end: null })
    expect(subscriptionWords(free)).toEqual({ badge: null, note: '期限はありません' })
  })
})

describe('the events one has a ticket to', () => {
  it('stand under what one can do with them, without empty headings', () => {
    const events = [
      anEvent({ id: 'coming' }),
      anEvent({ id: 'on', publishment_flg: 1 }),
      anEvent({ id: 'talking', publishment_flg: 2 }),
      anEvent({ id: 'ended', publishment_flg: 3 }),
    ]
    expect(byPhase(events).map(({ title, events }) => [title, events.map(({ id }) => id)])).toEqual(
      [
        ['配信中', ['on', 'talking']],
        ['これから', ['coming']],
        ['終了', ['ended']],
      ],
    )
  })
})
