import type { InsightDays, Insights } from '#contract/dashboard/calls.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { ChartCard } from '#pwa/ui/chart/ChartCard.tsx'
import { type Bucket, bucketsOf } from './buckets.ts'
import css from './Insights.module.css'

interface InsightChartsProps {
  insights: Insights
  days: InsightDays
}

const people = (value: number) => `${count(value)}人`

/** The period as pictures, with the period before in grey. */
export function InsightCharts({ insights, days }: InsightChartsProps) {
  const now = bucketsOf(insights.now.days, days)
  const before = bucketsOf(insights.before.days, days)
  const labels = now.map(({ label }) => label)
  const compared = (field: keyof Omit<Bucket, 'label' | 'mark'>) => [
    {
      name: `前の${days}日間`,
      values: before.map((bucket) => bucket[field]),
      tone: 'before' as const,
    },
    {
      name: `この${days}日間`,
      values: now.map((bucket) => bucket[field]),
      tone: 'now' as const,
    },
  ]
  const of = { of: '日付', labels, marks: now.map(({ mark }) => mark) }
  return (
    <div className={css.charts}>
      <ChartCard
        title="売上"
        kind="bars"
        {...of}
        series={compared('sales')}
        format={yen}
        note="手数料を引いたあとの金額です。"
      />
      <ChartCard
        title="メンバー"
        kind="lines"
        {...of}
        series={compared('members')}
        format={people}
      />
      <ChartCard
        title="参加した方"
        kind="bars"
        {...of}
        series={compared('joined')}
        format={people}
      />
      <ChartCard
        title="退会した方"
        kind="bars"
        {...of}
        series={compared('left')}
        format={people}
        note="退会のあとに戻られた方は、新しい参加だけを数えます。"
      />
      <ChartCard
        title="月ごとの参加費"
        kind="lines"
        {...of}
        series={compared('recurring')}
        format={yen}
        note="その日のメンバーの月額の合計です。それぞれの方のいまの参加費で計算しています。"
      />
    </div>
  )
}
