import { payouts, type Payouts as Shown } from '#contract/payouts/calls.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { dayLabel, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { PayoutRow } from './PayoutRow.tsx'

const NOON = 'T03:00:00.000Z'

/** The next payout and the past ones. */
export function PayoutList() {
  const loaded = useLoad(payouts.listPayouts, {})
  return (
    <Section title="振込" more={{ to: paths.payoutRecords, label: 'さがす' }}>
      <Loaded of={loaded} skeleton={<SkeletonRows count={3} />}>
        {(shown) => (
          <div className="stack">
            <Next next={shown.next} />
            <Made />
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

/** Nothing before the first payout. */
const Made = () => (
  <LoadedList
    of={useList(payouts.listPayoutRecords, {})}
    keyOf={({ id }) => id}
    skeleton={<SkeletonRows count={3} />}
    empty={null}
    wrap={(rows) => (
      <List carded aria-label="これまでの振込">
        {rows}
      </List>
    )}
  >
    {(payout) => <PayoutRow payout={payout} />}
  </LoadedList>
)
