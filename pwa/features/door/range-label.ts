import { ENDLESS, type NumberRange } from '#contract/door/number-ranges.ts'

/** The 整理番号 ranges that a gate admits, as text. They are names, and have no commas. */
export function rangeLabel(ranges: readonly NumberRange[]): string {
  const [first, second] = ranges
  if (!first) return 'まだありません'
  if (!second && first[0] <= 1 && first[1] === ENDLESS) return 'すべて'
  return ranges
    .filter(([, to]) => to >= 1)
    .map(rangePartLabel)
    .join('、')
}

/** The first number is 1; the range of a gate for the rest begins lower, which is not shown. */
function rangePartLabel([begin, to]: NumberRange): string {
  const from = Math.max(1, begin)
  if (from === to) return String(from)
  return to === ENDLESS ? `${from}〜` : `${from}〜${to}`
}
