import { operatorTakedowns, type TakedownRow } from '#contract/operator/takedowns/calls.ts'
import { claimLabels } from '#pwa/features/takedowns/claims.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AdminList } from '../AdminList.tsx'
import { adminPaths } from '../admin-paths.ts'
import { Filters } from '../Filters.tsx'
import { kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { useChoice } from '../useChoice.tsx'

const choices = [
  { value: 'open', label: '未対応' },
  { value: 'accepted', label: '認めた' },
  { value: 'declined', label: '断った' },
  { value: 'all', label: 'すべて' },
] as const

/** The state of a request; the author's answer takes precedence over a pending state. */
export function badgeOf({ state, answer }: Pick<TakedownRow, 'state' | 'answer'>) {
  if (state === 'accepted') return { label: '認めた', tone: 'neutral' } as const
  if (state === 'declined') return { label: '断った', tone: 'positive' } as const
  if (answer) return { label: '回答あり', tone: 'live' } as const
  return state === 'inquired'
    ? ({ label: '照会中', tone: 'primary' } as const)
    : ({ label: '未対応', tone: 'warning' } as const)
}

export function TakedownList() {
  const state = useChoice({ name: 'state', label: '状態', options: choices, initial: 'open' })
  return (
    <AdminList
      call={operatorTakedowns.listTakedowns}
      input={{ query: { state: state.chosen } }}
      filters={<Filters>{state.select}</Filters>}
      keyOf={({ id }) => id}
      empty={{
        title: '削除依頼はありません',
        text: '権利侵害の申告が届くと、古いものから順にここにならびます。',
      }}
    >
      {(row) => (
        <ListRow
          to={adminPaths.takedown(row.id)}
          title={row.words || kindLabels[row.kind]}
          note={`${row.number}・${kindLabels[row.kind]}・${dateTime(row.created_at)}`}
          trailing={<Badge tone={badgeOf(row).tone}>{badgeOf(row).label}</Badge>}
        >
          <span className={`small muted ${css.line}`}>{claimLabels[row.claimed]}</span>
        </ListRow>
      )}
    </AdminList>
  )
}
