import type { Event } from '#contract/events/calls.ts'
import { bareTime, dayAndTime, daysUntil, isoDate, zoneLabel } from '#pwa/lib/format.ts'
import { untilStart } from './picture/clock.ts'

type Timed = Pick<Event, 'publishment_flg' | 'start' | 'end' | 'archive' | 'archive_until'>

/** For how long an event can be watched, or when it begins; null once it is over. `now`: ISO 8601. */
export function timeLeft(
  { publishment_flg, start, end, archive, archive_until }: Timed,
  now: string,
): { what: string; value: string; note?: string } | null {
  if (publishment_flg === 0)
    return { what: dayAndTime(start), value: untilStart(start, now) ?? 'まもなく始まります' }
  if (publishment_flg === 1)
    return { what: '配信中', value: `${bareTime(end)}${zoneLabel(end)} ごろまで` }
  if (archive !== 1 || !archive_until || archive_until <= now) return null
  const isToday = isoDate(archive_until) === isoDate(now)
  return {
    what: '見逃し配信',
    value: isToday ? '今日まで' : `あと${daysUntil(archive_until, now)}日`,
    note: `${dayAndTime(archive_until)} まで`,
  }
}
