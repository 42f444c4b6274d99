import { type Payout, payouts, type Payouts as Shown } from '#contract/payouts/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { date, dayLabel, yen } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import css from './Rows.module.css'

const NOON = 'T03:00:00.000Z'

/** The next payout and the past ones. */
export function PayoutList() {
  const loaded = useLoad(payouts.listPayouts, {})
  return (
    <Section title="振込">
      <Loaded of={loaded} skeleton={<SkeletonRows count={3} />}>
        {(shown) => (
          <div className="stack">
            <Next next={shown.next} />
            <Made payouts={shown.payouts} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const Next = ({ next }: Pick<Shown, 'next'>) =>
  next ? (
    <Card padded>
      <Facts
        label="次の振込"
        facts={[
          { term: '次の振込日', value: dayLabel(next.day + NOON) },
          { term: '予定額', value: yen(next.amount), strong: true },
        ]}
      />
      <p className="note muted">
        いま受け取れる売上です。決済会社での確認が済んでいない分は、その次の振込になります。
      </p>
    </Card>
  ) : (
    <Alert>販売者の登録が済むと、毎週金曜日に売上が振り込まれます。</Alert>
  )

const labels: Record<Payout['state'], { label: string; tone: 'neutral' | 'positive' | 'warning' }> =
  {
    in_transit: { label: '手続き中', tone: 'neutral' },
    paid: { label: '振込済み', tone: 'positive' },
    failed: { label: '振込できませんでした', tone: 'warning' },
  }

const Made = ({ payouts }: { payouts: Payout[] }) =>
  payouts.length === 0 ? null : (
    <List carded aria-label="これまでの振込">
      {payouts.map(({ id, amount, state, created_at, arrived_at, reason }) => (
        <ListRow
          key={id}
          title={yen(amount)}
          note={
            arrived_at && state === 'paid'
              ? `${date(created_at)} 手続き・${date(arrived_at)} 入金`
              : `${date(created_at)} 手続き`
          }
          trailing={<Badge tone={labels[state].tone}>{labels[state].label}</Badge>}
        >
          {reason && <span className={css.reason}>{reason}</span>}
        </ListRow>
      ))}
    </List>
  )
