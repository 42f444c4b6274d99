import { longMoment } from '#contract/lib/japan-time.ts'
import type { EntryChange, EventChange, Moved } from '#server/ports/mail.ts'

/** Follows a time in an email. */
export const IN_JAPAN = '（日本時間）'

/** An instant for emails, which do not know their reader's time zone. */
export const formatMoment = (instant: string) => `${longMoment(instant)}${IN_JAPAN}`

/** A paragraph about what changed, the new one on a line of its own: on phones neither breaks then. None if it stays. */
const changedLine = (what: string, changed: Moved | undefined): string[] =>
  changed ? [`${what}：${changed.from}\n→ ${changed.to}`] : []

/** A paragraph about a moment that was moved; none if it stays. */
const movedLine = (what: string, moved: Moved | undefined): string[] =>
  changedLine(what, moved && { from: formatMoment(moved.from), to: formatMoment(moved.to) })

/** Paragraphs about all that changed of an evening, of whichever kind. */
export const changedLines = (email: EntryChange & EventChange): string[] => [
  ...movedLine('開始', email.start),
  ...movedLine('終了', email.end),
  ...movedLine('開場', email.opens),
  ...movedLine('開演', email.starts),
  ...changedLine('会場', email.venue),
  ...(email.talkOff ? ['配信中のトークは、行われないことになりました。'] : []),
]
