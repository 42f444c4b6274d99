import { patternNumber } from '#contract/door/pattern-number.ts'
import type { GateTicket } from '#contract/door/verdict.ts'

const plain = (number: string) => number.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')

/** The 整理番号 meant by `a42` or `42`; the input itself if it matches none or several. */
export function meantBy(typed: string, tickets: readonly Pick<GateTicket, 'number'>[]): string {
  const normalized = plain(typed)
  const exact = tickets.find(({ number }) => plain(number) === normalized)
  if (exact) return exact.number
  const inputNumber = patternNumber(normalized)
  const prefix = normalized.replace(/\d+$/, '')
  const near = tickets.filter(
    ({ number }) =>
      patternNumber(number) === inputNumber &&
      (prefix === '' || plain(number).replace(/\d+$/, '') === prefix),
  )
  const [only, another] = near
  return only && !another ? only.number : typed
}
