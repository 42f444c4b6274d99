import type { RoomMember } from '#contract/rooms/calls.ts'
import { date, daysUntil, monthDay } from '#pwa/lib/format.ts'

type Status = RoomMember['status']

export const memberStatus: Record<
  Status,
  { label: string; tone: 'positive' | 'warning' | 'primary' | 'neutral' }
> = {
  active: { label: '参加中', tone: 'positive' },
  past_due: { label: 'お支払いを確認中', tone: 'warning' },
  incomplete: { label: '未払いで停止中', tone: 'warning' },
  left: { label: '退会', tone: 'neutral' },
}

/** 今日参加, 昨日参加, 11月17日に参加; with the year if it is not this year. */
export function joinedLabel(joined_at: string, now: string): string {
  const days = daysUntil(joined_at, now)
  if (days >= 0) return '今日参加'
  if (days === -1) return '昨日参加'
  const sameYear = date(joined_at).slice(0, 4) === date(now).slice(0, 4)
  return `${sameYear ? monthDay(joined_at) : date(joined_at)}に参加`
}

const WEEK = 7

/** How many of these members joined in the last seven days and have not left. */
export const newThisWeek = (members: RoomMember[], now: string) =>
  members.filter(({ joined_at, status }) => status !== 'left' && daysUntil(joined_at, now) > -WEEK)
    .length
