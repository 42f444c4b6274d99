import { ENDLESS, type Span } from '#contract/door/spans.ts'
import { count } from '#pwa/lib/format.ts'

/** Which 整理番号 a gate admits, in words. */
export function rangeWords(spans: readonly Span[]): string {
  if (spans.length === 0) return 'まだありません'
  if (spans.length === 1 && spans[0]![0] <= 1 && spans[0]![1] === ENDLESS) return 'すべて'
  return spans.map(spanWords).join('、')
}

function spanWords([from, to]: Span): string {
  if (from === to) return count(from)
  return to === ENDLESS ? `${count(from)}〜` : `${count(from)}〜${count(to)}`
}
