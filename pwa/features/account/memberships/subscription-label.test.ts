import { describe, expect, it } from 'vitest'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { byPhase } from '#pwa/features/account/by-phase.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { endsLabel, priceLabel, subscriptionLabel } from './subscription-label.ts'

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

describe('subscription texts', () => {
  it('show the renewal date in Japan time', () => {
    expect(subscriptionLabel(subscription())).toEqual({ badge: null, note: '次の更新 2026/12/16' })
  })

  it('warn about a failed renewal', () => {
    const { badge, note } = subscriptionLabel(subscription({ status: 'past_due' }))
    expect(badge).not.toBeNull()
    expect(note).toContain('2026/12/16')
  })

  it('show the end of access after leaving', () => {
    const { badge, note } = subscriptionLabel(subscription({ cancel_at_period_end: true }))
    expect(badge).toBe('更新停止')
    expect(note).toBe('2026/12/16 まで利用できます')
  })

  it('show that a room is locked until it is paid', () => {
    const labels = subscriptionLabel(
      subscription({ status: 'incomplete', current_period_end: null }),
    )
    expect(labels.badge).toBe('お支払いが必要です')
  })

  it('show how long the room stays open with a past-due renewal', () => {
    const locks_at = '2026-12-22T15:00:00.000Z'
    const { note } = subscriptionLabel(subscription({ status: 'past_due', locks_at }))
    expect(note).toContain('2026/12/23 までにお支払いを確認できないと、退会になります')
  })

  it.each([
    { what: 'is paid for', change: {}, words: '2026/12/16 までは、これまでどおり見られます' },
    { what: 'is free', change: { amount: 0, current_period_end: null }, words: 'すぐに見られなく' },
    {
      what: 'is owed',
      change: { status: 'incomplete' as const },
      words: 'お支払いの済んでいない参加費は請求されません',
    },
  ])('explain leaving for a room that $what', ({ change, words }) => {
    expect(endsLabel(subscription(change))).toContain(words)
  })

  it('show that a member’s price stays when the room’s price rises, and nothing if it is the same', () => {
    expect(priceLabel(subscription(), 980)).toBeNull()
    expect(priceLabel(subscription(), 1_500)).toContain('¥980のままです')
    expect(priceLabel(subscription({ amount: 0 }), 1_500)).toContain('無料のままです')
  })

  it('show that a member’s price falls with the room’s', () => {
    expect(priceLabel(subscription(), 500)).toContain('¥500に下がりました')
    expect(priceLabel(subscription(), 0)).toContain('無料になりました')
  })

  it('show no date for a free room', () => {
    const free = subscription({ amount: 0, current_period_end: null })
    expect(subscriptionLabel(free)).toEqual({ badge: null, note: '期限はありません' })
  })
})

describe('joined events', () => {
  it('are grouped by what the user can do, without empty groups', () => {
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
