import type { InsightDay, InsightDays } from '#contract/dashboard/calls.ts'
import { count } from '#pwa/lib/format.ts'

/** Days in one bar: every period divides into equal ones. */
const SIZES: Record<InsightDays, number> = { 7: 1, 30: 1, 90: 3, 365: 5 }

export interface Bucket {
  /** 11/20, or for several days the first and the last: 11/18–11/20. */
  label: string
  /** Its first day, for an axis: 11/18. */
  mark: string
  sales: number
  joined: number
  left: number
  /** At its end. */
  members: number
  recurring: number
}

const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const sumOf = (days: InsightDay[], field: 'sales' | 'joined' | 'left') =>
  days.reduce((sum, day) => sum + day[field], 0)

/** The days of a period in groups of equal length, as many as a chart can show. */
export function bucketsOf(days: InsightDay[], length: InsightDays): Bucket[] {
  const size = SIZES[length]
  const groups = Array.from({ length: Math.ceil(days.length / size) }, (_, n) =>
    days.slice(n * size, (n + 1) * size),
  )
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) return []
    const label =
      first === last ? shortDay(last.date) : `${shortDay(first.date)}–${shortDay(last.date)}`
    return {
      ...{ label, mark: shortDay(first.date) },
      ...{ sales: sumOf(group, 'sales'), joined: sumOf(group, 'joined') },
      left: sumOf(group, 'left'),
      ...{ members: last.members, recurring: last.recurring },
    }
  })
}

/** The difference to the period before: +12%, −3%; only its direction where there was nothing. */
export function changeLabel(now: number, before: number): string {
  if (now === before) return '変わらず'
  if (before <= 0) return now > before ? '増加' : '減少'
  const percent = Math.round(((now - before) / before) * 100)
  return percent < 0 ? `−${count(-percent)}%` : `+${count(percent)}%`
}

/** The share of members who stayed; null if there was none at the start. */
export const keptPercent = ({ of, members }: { of: number; members: number }): number | null =>
  of === 0 ? null : Math.round((members / of) * 1_000) / 10
