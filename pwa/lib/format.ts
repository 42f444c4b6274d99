import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { defined } from '#contract/lib/defined.ts'

dayjs.extend(utc)

/**
 * All times are shown in Japan Standard Time, as an event has one time for everybody. On a device whose clock shows
 * another time they are named as such.
 */
const JST_MINUTES = 9 * 60
const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土']

/** Japan has no daylight saving time. Dayjs would shift by way of the device's zone, whose hour may change between. */
const at = (instant: string) => dayjs.utc(instant).add(JST_MINUTES, 'minute')

/** The server never knows the reader's zone. */
let knowsZone = false
/** Called where the device's zone is the reader's: in the browser and its service worker. */
export const knowDeviceZone = () => {
  knowsZone = true
}
/** Whether the device's clock shows another time than Japan's. */
export const isAbroad = (instant: string) =>
  knowsZone && new Date(instant).getTimezoneOffset() !== -JST_MINUTES
/** Stands beside each time on a device abroad; otherwise empty. */
export const zoneLabel = (instant: string) => (isAbroad(instant) ? '（日本時間）' : '')

export const dateTime = (instant: string) =>
  at(instant).format('YYYY/MM/DD HH:mm') + zoneLabel(instant)
export const date = (instant: string) => at(instant).format('YYYY/MM/DD')
export const dotDate = (instant: string) => at(instant).format('YYYY.MM.DD')
export const isoDate = (instant: string) => at(instant).format('YYYY-MM-DD')
/** A time whose zone is named beside it. */
export const bareTime = (instant: string) => at(instant).format('HH:mm')
export const time = (instant: string) => bareTime(instant) + zoneLabel(instant)
export const weekday = (instant: string) =>
  defined(WEEKDAYS[at(instant).day()], 'the day of the week')
export const longDate = (instant: string) => at(instant).format('YYYY年M月D日')
export const monthDay = (instant: string) => at(instant).format('M月D日')

/** 11月20日(金) */
export const dayLabel = (instant: string) => `${monthDay(instant)}(${weekday(instant)})`
/** 11月20日(金) 20:00 */
export const dayAndTime = (instant: string) => `${dayLabel(instant)} ${time(instant)}`

/** The time on the device's own clock, as 11月20日(金) 11:00. Null if that is Japan's. */
export function localTime(instant: string): string | null {
  if (!isAbroad(instant)) return null
  const here = dayjs(instant)
  return `${here.format('M月D日')}(${WEEKDAYS[here.day()]}) ${here.format('HH:mm')}`
}
/** A fact of a list, empty if the device's clock shows Japan's time. */
export function localTimeFact(instant: string) {
  const value = localTime(instant)
  return value === null ? [] : [{ term: '現地時間', value }]
}

/** The props of a `DateBadge`. */
export const dateBadgeParts = (instant: string) => ({
  month: at(instant).month() + 1,
  day: at(instant).date(),
  weekday: weekday(instant),
})

/** 「3時間前」; a date once it is older than a month. */
export function relative(instant: string, now: string): string {
  const then = at(instant)
  const present = at(now)
  if (then.isBefore(present.subtract(1, 'month'))) return dateTime(instant)
  const seconds = Math.max(0, present.diff(then, 'second'))
  if (seconds < 60) return `${seconds}秒前`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}分前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}時間前`
  return `${Math.floor(seconds / 86_400)}日前`
}

/** Calendar days from `now` to `instant`; negative for the past. */
export const daysUntil = (instant: string, now: string) =>
  at(instant).startOf('day').diff(at(now).startOf('day'), 'day')

export const count = (n: number) => n.toLocaleString('ja-JP')
export const yen = (amount: number) => `¥${count(amount)}`
/** ¥1,980（税込）, or 無料. */
export const formatPrice = (amount: number) => (amount === 0 ? '無料' : `${yen(amount)}（税込）`)
/** ¥980/1 Month, or 無料. */
export const monthly = (amount: number) => (amount === 0 ? '無料' : `${yen(amount)}/1 Month`)

export const hourOf = (instant: string) => at(instant).hour()
export const yearOf = (instant: string) => at(instant).year()
