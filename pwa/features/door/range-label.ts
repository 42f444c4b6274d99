import { ENDLESS, type NumberRange } from '#contract/door/number-ranges.ts'
import { count } from '#pwa/lib/format.ts'

/** The 整理番号 ranges that a gate admits, as text. */
export function rangeLabel(ranges: readonly NumberRange[]): string {
  if (ranges.length === 0) return 'まだありません'
  if (ranges.length === 1 && ranges[0]![0] <= 1 && ranges[0]![1] === ENDLESS) return 'すべて'
  return ranges
    .filter(([, to]) => to >= 1)
    .map(rangePartLabel)
    .join('、')
}

/** The first number is 1; the range of a gate for the rest begins lower, which is not shown. */
function rangePartLabel([begin, to]: NumberRange): string {
  const from = Math.max(1, begin)
  if (from === to) return count(from)
  return to === ENDLESS ? `${count(from)}〜` : `${count(from)}〜${count(to)}`
}
