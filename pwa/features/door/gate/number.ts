import { figureOf } from '#contract/door/figure.ts'
import type { GateTicket } from '#contract/door/verdict.ts'

const plain = (number: string) => number.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')

/** The 整理番号 that somebody means who types `a42` or `42`; what was typed where that is none, or several. */
export function meantBy(typed: string, tickets: readonly Pick<GateTicket, 'number'>[]): string {
  const wanted = plain(typed)
  const exact = tickets.find(({ number }) => plain(number) === wanted)
  if (exact) return exact.number
  const figure = figureOf(wanted)
  const prefix = wanted.replace(/\d+$/, '')
  const near = tickets.filter(
    ({ number }) =>
      figureOf(number) === figure &&
      (prefix === '' || plain(number).replace(/\d+$/, '') === prefix),
  )
  return near.length === 1 ? near[0]!.number : typed
}
