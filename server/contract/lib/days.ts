import { DAY_MS } from '#contract/lib/durations.ts'

/** Business days are in Japan, which has no daylight saving time. */
const JST_MS = 9 * 3_600_000

/** `YYYY-MM-DD` of an instant. */
export const dayOf = (instant: string | Date) =>
  new Date(new Date(instant).getTime() + JST_MS).toISOString().slice(0, 10)

/** Start of a day as an instant. */
export const startOf = (day: string) => new Date(Date.parse(day) - JST_MS).toISOString()

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day some months later; the last one of a month that has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Math.min(last.getTime(), Date.UTC(year, month - 1 + months, date)))
    .toISOString()
    .slice(0, 10)
}

/** Number of days from `start` to `end`, both included; below one if `end` is earlier. */
export const lengthInDays = (start: string, end: string) =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

export const daysFrom = (start: string, end: string) =>
  Array.from({ length: Math.max(0, lengthInDays(start, end)) }, (_, n) => addDays(start, n))

/** A year in Japan as instants; `until` is not included. */
export const periodOfYear = (year: string) => ({
  from: startOf(`${year}-01-01`),
  until: startOf(`${Number(year) + 1}-01-01`),
})

/** A month `2026-11` in Japan as instants; `until` is not included. */
export const periodOfMonth = (month: string) => ({
  from: startOf(`${month}-01`),
  until: startOf(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`),
})
