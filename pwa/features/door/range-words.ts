import { ENDLESS, type Span } from '#contract/door/spans.ts'
import { count } from '#pwa/lib/format.ts'

/** Which 整理番号 a gate admits, in words. */
export function rangeWords(spans: readonly Span[]): string {
  if (spans.length === 0) return 'まだありません'
  if (spans.length === 1 && spans[0]![0] <= 1 && spans[0]![1] === ENDLESS) return 'すべて'
  return spans
    .filter(([, to]) => to >= 1)
    .map(spanWords)
    .join('、')
}

/** The first number is 1; a gate for the rest reaches below it, and says nothing of that. */
function spanWords([begin, to]: Span): string {
  const from = Math.max(1, begin)
  if (from === to) return count(from)
  return to === ENDLESS ? `${count(from)}〜` : `${count(from)}〜${count(to)}`
}
