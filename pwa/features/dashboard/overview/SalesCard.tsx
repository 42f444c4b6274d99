import { dashboard, type Proceeds } from '#contract/dashboard/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, monthDay, yen } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import css from './SalesCard.module.css'
import { monthProfit, termFor } from './term.ts'

/** The sales of this month and of the last days. */
export function SalesCard() {
  const proceeds = useLoad(dashboard.getProceeds, { query: termFor(useNow()) })
  return (
    <Loaded of={proceeds} skeleton={<SkeletonCards count={1} />}>
      {(data) => <Sales proceeds={data} />}
    </Loaded>
  )
}

function Sales({ proceeds }: { proceeds: Proceeds }) {
  const { today, yesterday, seven_days, term, balance } = proceeds
  const from = `${term.end.slice(0, 8)}01T00:00:00+09:00`
  const to = `${term.end}T00:00:00+09:00`
  return (
    <Card as="section" padded className={css.card}>
      <div className="row between">
        <h2 className="small muted">今月の売上</h2>
        <span className="note muted num">
          {monthDay(from)}〜{monthDay(to)}
        </span>
      </div>
      <p className={css.sum}>
        <small>¥</small>
        {count(monthProfit(term.days))}
      </p>
      <dl className={css.figures}>
        <Figure term="今日" value={today.profit} />
        <Figure term="昨日" value={yesterday.profit} />
        <Figure term="7日間" value={seven_days.profit} />
      </dl>
      <p className="note muted">手数料を引いたあとの金額です。</p>
      {balance.unbooked > 0 && (
        <p className="note muted">
          このほかに、手数料の確定を待つ販売が{yen(balance.unbooked)}
          あります。通常は1時間以内に、手数料を引いて売上に加わります。
        </p>
      )}
    </Card>
  )
}

const Figure = ({ term, value }: { term: string; value: number }) => (
  <div>
    <dt>{term}</dt>
    <dd>{yen(value)}</dd>
  </div>
)
