import { dayAndTime, daysUntil, hourOf, time } from '#pwa/lib/format.ts'

const EVENING_FROM = 17

/** 今夜 20:00, 明日 10:00, else 11月28日(土) 20:00. */
export function startLabel(start: string, now: string): string {
  switch (daysUntil(start, now)) {
    case 0:
      return `${hourOf(start) >= EVENING_FROM ? '今夜' : '今日'} ${time(start)}`
    case 1:
      return `明日 ${time(start)}`
    default:
      return dayAndTime(start)
  }
}
