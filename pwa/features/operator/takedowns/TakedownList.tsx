import { operatorTakedowns, type TakedownRow } from '#contract/operator/takedowns/calls.ts'
import { claimLabels } from '#pwa/features/takedowns/claims.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { adminPaths } from '../admin-paths.ts'
import { kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { useSearchChoice } from '../moderation/useSearchChoice.ts'

const STATES = ['open', 'accepted', 'declined', 'all'] as const
const choices = [
  { value: 'open', label: '未対応' },
  { value: 'accepted', label: '認めた' },
  { value: 'declined', label: '断った' },
  { value: 'all', label: 'すべて' },
]

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
  const { of, choose } = useSearchChoice()
  const state = of('state', STATES) ?? 'open'
  const found = useList(operatorTakedowns.listTakedowns, { query: { state } })
  return (
    <div className="stack">
      <Select
        label="状態"
        name="state"
        require
        options={choices}
        value={state}
        onChange={(chosen) => choose('state', chosen)}
      />
      <LoadedList
        of={found}
        keyOf={({ id }) => id}
        wrap={(rows) => <List carded>{rows}</List>}
        empty={
          <StateScreen
            kind="empty"
            title="削除依頼はありません"
            text="権利侵害の申告が届くと、古いものから順にここに並びます。"
          />
        }
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
      </LoadedList>
    </div>
  )
}
