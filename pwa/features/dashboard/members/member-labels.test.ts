import { describe, expect, it } from 'vitest'
import type { RoomMember } from '#contract/rooms/calls.ts'
import { joinedLabel, newThisWeek } from './member-labels.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const member = (joined_at: string, status: RoomMember['status'] = 'active'): RoomMember => ({
  name: 'haru',
  display_name: '佐藤 千晴',
  icon_image_small_path: null,
  official_flg: 0,
  joined_at,
  status,
  left_at: null,
})

describe('join date of a member', () => {
  it.each([
    { at: '2026-11-19T15:00:00.000Z', words: '今日参加' },
    { at: '2026-11-19T14:59:59.999Z', words: '昨日参加' },
    { at: '2026-11-18T14:59:59.999Z', words: '11月18日に参加' },
    { at: '2025-11-18T14:59:59.999Z', words: '2025/11/18に参加' },
  ])('reads $words', ({ at, words }) => expect(joinedLabel(at, NOW)).toBe(words))
})

describe('new members of the week', () => {
  it.each([
    { at: '2026-11-13T15:00:00.000Z', count: 1 },
    { at: '2026-11-13T14:59:59.999Z', count: 0 },
  ])('number $count at $at', ({ at, count }) => {
    expect(newThisWeek([member(at)], NOW)).toBe(count)
  })

  it('do not include those who have left again', () => {
    expect(newThisWeek([member(NOW, 'left'), member(NOW, 'past_due')], NOW)).toBe(1)
  })
})
