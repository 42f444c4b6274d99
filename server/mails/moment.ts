import { longMoment } from '#contract/lib/japan-time.ts'
import type { Moved } from '#server/ports/mail.ts'

/** Follows a time in an email. */
export const IN_JAPAN = '（日本時間）'

/** An instant for emails, which do not know their reader's time zone. */
export const formatMoment = (instant: string) => `${longMoment(instant)}${IN_JAPAN}`

/** A line about a moment that was moved; none if it stays. */
export const movedLine = (what: string, moved: Moved | undefined): string[] =>
  moved ? [`${what}：${formatMoment(moved.from)} → ${formatMoment(moved.to)}`] : []
