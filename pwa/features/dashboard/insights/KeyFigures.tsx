import type { InsightDays, Insights } from '#contract/dashboard/calls.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { changeLabel, keptPercent } from './buckets.ts'
import css from './Insights.module.css'

interface FigureProps {
  term: string
  value: string
  /** Beside the period before. */
  change: string
  note: string
}

/** The figures of a period in words, each beside the period before. */
export function KeyFigures({ insights, days }: { insights: Insights; days: InsightDays }) {
  const { now, before } = insights
  const kept = keptPercent(now.kept)
  const keptBefore = keptPercent(before.kept)
  return (
    <Card padded>
      <dl className={css.figures}>
        <Figure
          term="売上"
          value={yen(now.sales)}
          change={changeLabel(now.sales, before.sales)}
          note={`前の${days}日間は ${yen(before.sales)}`}
        />
        <Figure
          term="メンバー"
          value={`${count(now.members)}人`}
          change={changeLabel(now.members, before.members)}
          note={`参加 ${count(now.joined)}人・退会 ${count(now.left)}人`}
        />
        <Figure
          term="継続率"
          value={kept === null ? '–' : `${kept}%`}
          change={kept === null || keptBefore === null ? '' : points(kept, keptBefore)}
          note={`${days}日前のメンバー ${count(now.kept.of)}人のうち、いまも参加中の方`}
        />
        <Figure
          term="月ごとの参加費"
          value={yen(now.recurring)}
          change={changeLabel(now.recurring, before.recurring)}
          note="いまのメンバーの月額の合計（手数料を引く前）"
        />
      </dl>
    </Card>
  )
}

const points = (now: number, before: number) => {
  const difference = Math.round((now - before) * 10) / 10
  if (difference === 0) return '変わらず'
  return difference > 0 ? `+${difference}ポイント` : `−${-difference}ポイント`
}

const Figure = ({ term, value, change, note }: FigureProps) => (
  <div>
    <dt>{term}</dt>
    <dd>
      <span className={css.value}>
        <b>{value}</b>
        {change && <span className={css.change}>{change}</span>}
      </span>
      <span className="note muted">{note}</span>
    </dd>
  </div>
)
