import type { ReactNode } from 'react'
import { keysOf } from '#contract/lib/records.ts'
import { type Overview, operatorOverview } from '#contract/operator/overview/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { adminPaths } from '../admin-paths.ts'

const LOOK_MS = 60_000

const tasks: Record<keyof Overview['todo'], { label: string; icon: IconName; to: string }> = {
  reports: { label: '通報', icon: 'flag', to: adminPaths.reports },
  takedowns: { label: '削除依頼', icon: 'shield', to: adminPaths.takedowns },
  disclosures: { label: '開示請求', icon: 'idcard', to: adminPaths.disclosures },
  refunds: { label: '止まっている返金', icon: 'yen', to: adminPaths.money },
  disputes: { label: 'カード会社への申し立て', icon: 'card', to: adminPaths.money },
  warnings: { label: 'カード会社からの照会・警告', icon: 'card', to: adminPaths.money },
  differences: { label: '帳簿の食い違い', icon: 'receipt', to: adminPaths.money },
  reconciliation: { label: '決済会社との食い違い', icon: 'receipt', to: adminPaths.money },
  work: { label: '止まった処理', icon: 'alert', to: adminPaths.health },
}

/** Pending tasks and today's figures; `children` render once loaded, so that they do not move under a finger. */
export function PendingTasks({ children }: { children: ReactNode }) {
  const overview = useLoad(operatorOverview.getOverview, {}, { refetchInterval: LOOK_MS })
  return (
    <>
      <Loaded of={overview}>
        {({ todo, today, all }) => (
          <div className="stack">
            <Waiting todo={todo} />
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
                  {
                    term: 'これまで',
                    value: `${count(all.people)}人・${count(all.rooms)}ルーム`,
                  },
                ]}
              />
            </Section>
          </div>
        )}
      </Loaded>
      {(overview.data ?? overview.error) && children}
    </>
  )
}

function Waiting({ todo }: { todo: Overview['todo'] }) {
  const waiting = keysOf(tasks).filter((matter) => todo[matter] > 0)
  if (waiting.length === 0) return <Alert>いま確認が必要なことはありません。</Alert>
  return (
    <List carded>
      {waiting.map((matter) => (
        <ListRow
          key={matter}
          to={tasks[matter].to}
          leading={<Icon name={tasks[matter].icon} />}
          title={tasks[matter].label}
          trailing={<Badge tone="warning">{count(todo[matter])}件</Badge>}
        />
      ))}
    </List>
  )
}
