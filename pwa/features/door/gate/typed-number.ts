import { patternNumber, plainTicketNumber } from '#contract/door/pattern-number.ts'
import type { EntryPlan, GateTicket } from '#contract/door/verdict.ts'

interface Numbers extends Pick<EntryPlan, 'prefixes'> {
  tickets: readonly Pick<GateTicket, 'number'>[]
}

/**
 * 記号 that staff must type, too: digits alone may be numbers of several series, also of tickets that were sold after
 * the list was loaded. Empty: the input is enough.
 */
export const prefixesToAsk = (typed: string, { prefixes = [] }: Numbers): readonly string[] =>
  prefixes.length > 1 && /^\d+$/.test(plainTicketNumber(typed)) ? prefixes : []

/** The 整理番号 meant by `a42` or `42`; null if it matches none or several. */
export function meantBy(typed: string, plan: Numbers): string | null {
  if (prefixesToAsk(typed, plan).length > 0) return null
  const normalized = plainTicketNumber(typed)
  const exact = plan.tickets.find(({ number }) => plainTicketNumber(number) === normalized)
  if (exact) return exact.number
  const inputNumber = patternNumber(normalized)
  const prefix = normalized.replace(/\d+$/, '')
  const near = plan.tickets.filter(
    ({ number }) =>
      patternNumber(number) === inputNumber &&
      (prefix === '' || plainTicketNumber(number).replace(/\d+$/, '') === prefix),
  )
  const [only, another] = near
  return only && !another ? only.number : null
}
