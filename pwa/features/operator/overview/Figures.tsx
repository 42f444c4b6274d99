import { keysOf } from '#contract/lib/records.ts'
import { type Overview, operatorOverview } from '#contract/operator/overview/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ChartCard } from '#pwa/ui/chart/ChartCard.tsx'
import { SkeletonCharts } from '#pwa/ui/chart/SkeletonCharts.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { adminPaths } from '../admin-paths.ts'

const LOOK_MS = 60_000

/** What waits beside the queue, on the page about money. */
const others: Record<
  'disputes' | 'warnings' | 'differences' | 'reconciliation',
  { label: string; icon: IconName }
> = {
  disputes: { label: 'カード会社への申し立て', icon: 'card' },
  warnings: { label: 'カード会社からの照会・警告', icon: 'card' },
  differences: { label: '帳簿の食い違い', icon: 'receipt' },
  reconciliation: { label: '決済会社との食い違い', icon: 'receipt' },
}

/** The figures of the day with those of the last days, and what waits beside the queue. */
export function Figures() {
  const overview = useLoad(operatorOverview.getOverview, {}, { refetchInterval: LOOK_MS })
  return (
    <Loaded of={overview} skeleton={<SkeletonCharts count={2} />}>
      {({ todo, today, all, trend }) => (
        <div className="stack">
          <Others todo={todo} />
          <Section title="今日">
            <Facts
              boxed
              facts={[
                { term: '新しく登録した人', value: `${count(today.people)}人` },
                { term: '売上', value: yen(today.sales) },
                { term: 'サービス手数料', value: yen(today.platform_fee) },
                ...(today.unbooked > 0
                  ? [{ term: '手数料の確定を待つお支払い', value: yen(today.unbooked) }]
                  : []),
                { term: '配信中のイベント', value: `${count(all.on_air)}件` },
                { term: '累計', value: `${count(all.people)}人・${count(all.rooms)}ルーム` },
              ]}
            />
          </Section>
          {trend && <Trends trend={trend} />}
        </div>
      )}
    </Loaded>
  )
}

function Others({ todo }: { todo: Overview['todo'] }) {
  const waiting = keysOf(others).filter((matter) => todo[matter] > 0)
  if (waiting.length === 0) return null
  return (
    <List carded>
      {waiting.map((matter) => (
        <ListRow
          key={matter}
          to={adminPaths.money}
          leading={<Icon name={others[matter].icon} />}
          title={others[matter].label}
          trailing={<Badge tone="warning">{count(todo[matter])}件</Badge>}
        />
      ))}
    </List>
  )
}

function Trends({ trend }: { trend: NonNullable<Overview['trend']> }) {
  const labels = trend.map(({ date }) => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`)
  const chart = { kind: 'bars', of: '日付', labels } as const
  const seriesOf = (name: string, field: 'people' | 'sales' | 'platform_fee' | 'reports') =>
    ({ name, values: trend.map((day) => day[field]), tone: 'now' }) as const
  return (
    <Section title={`この${trend.length}日間`}>
      <div className="stack">
        <ChartCard
          {...chart}
          title="売上と手数料"
          series={[
            seriesOf('売上', 'sales'),
            { ...seriesOf('手数料', 'platform_fee'), tone: 'accent' },
          ]}
          format={yen}
        />
        <ChartCard
          {...chart}
          title="新しく登録した人"
          series={[seriesOf('人数', 'people')]}
          format={(people) => `${count(people)}人`}
        />
        <ChartCard
          {...chart}
          title="届いた通報"
          series={[seriesOf('件数', 'reports')]}
          format={(reports) => `${count(reports)}件`}
        />
      </div>
    </Section>
  )
}
