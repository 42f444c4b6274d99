import { MINUTE_MS } from '#contract/lib/durations.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** 1:02:03, or 2:03 below an hour. */
export function clock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [
    Math.floor(wholeSeconds / 3_600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** 「開始まであと2時間15分」; null from the start time on. Arguments are ISO 8601 instants. */
export function untilStart(start: string, now: string): string | null {
  const minutes = Math.ceil((Date.parse(start) - Date.parse(now)) / MINUTE_MS)
  if (!(minutes > 0)) return null
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `開始まであと${days}日${hours > 0 ? `と${hours}時間` : ''}`
  return `開始まであと${hours > 0 ? `${hours}時間` : ''}${minutes % 60 || hours === 0 ? `${minutes % 60}分` : ''}`
}
