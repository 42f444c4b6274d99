import { HELD_AFTER_EVENT_DAYS, SALES_DAYS } from '#contract/payouts/limits.ts'
import { salesStart } from '#contract/shared/rules.ts'
import { dateTime } from '#pwa/lib/format.ts'

/** When sales begin, for buyers; null for a free ticket. */
export function salesStartLabel(amount: number, end: string): string | null {
  const start = salesStart(amount, end)
  return start && `販売は ${dateTime(start)} から始まります。`
}

/** The same for an owner, with the reason; null if sales begin as soon as it is published. */
export function salesStartNote(amount: number, end: string, now: string): string | null {
  const start = Number.isNaN(Date.parse(end)) ? null : salesStart(amount, end)
  if (!start || start <= now) return null
  return `公開しても、販売は ${dateTime(start)} から始まります。売上は終了の${HELD_AFTER_EVENT_DAYS}日後まで振り込まれず、決済会社に残せる日数に限りがあるため、終了の${SALES_DAYS}日前より早くは販売できません。`
}
