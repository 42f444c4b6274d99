import { dashboard, type Proceeds } from '#contract/dashboard/calls.ts'
import { HELD_AFTER_EVENT_DAYS } from '#contract/payouts/limits.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import css from './BalanceCard.module.css'
import { balanceParts } from './balance-parts.ts'
import { termFor } from './term.ts'

/** The balance: where all earnings are now. */
export function BalanceCard() {
  const proceeds = useLoad(dashboard.getProceeds, { query: termFor(useNow()) })
  return (
    <Section title="売上の受け取り" more={{ to: paths.monetization, label: '収益化' }}>
      <Loaded of={proceeds} skeleton={<SkeletonRows count={3} />}>
        {(data) => <Balance proceeds={data} />}
      </Loaded>
    </Section>
  )
}

function Balance({ proceeds: { sum, balance } }: { proceeds: Proceeds }) {
  const parts = balanceParts(balance)
  return (
    <Card padded>
      <p className={css.sum}>
        これまでの売上 <b>{yen(sum.profit)}</b>
      </p>
      <div className={css.bar} aria-hidden="true">
        {parts
          .filter(({ amount }) => amount > 0)
          .map(({ name, amount }) => (
            <i key={name} className={css[name]} style={{ flexGrow: amount }} />
          ))}
      </div>
      <dl className={css.parts}>
        {parts.map(({ name, label, note, amount }) => (
          <div key={name}>
            <dt>
              <i className={css[name]} aria-hidden="true" />
              <span>
                {label}
                {note && <small>{note}</small>}
              </span>
            </dt>
            <dd>{yen(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="note muted">
        チケットの売上は、イベントの終了から{HELD_AFTER_EVENT_DAYS}日後に受け取れるようになります。
      </p>
    </Card>
  )
}
