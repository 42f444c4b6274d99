import { operatorReports, type ReportRow } from '#contract/operator/reports/calls.ts'
import { REPORT_CATEGORIES, REPORT_KINDS } from '#contract/reports/calls.ts'
import { categoryLabels } from '#pwa/features/reports/categories.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { adminPaths } from '../admin-paths.ts'
import { kindChoices, kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { useSearchChoice } from '../moderation/useSearchChoice.ts'

const STATES = ['open', 'upheld', 'dismissed', 'all'] as const
const stateChoices = [
  { value: 'open', label: '未対応' },
  { value: 'upheld', label: '認めた' },
  { value: 'dismissed', label: '問題なし' },
  { value: 'all', label: 'すべて' },
]
const categoryChoices = REPORT_CATEGORIES.map((value) => ({ value, label: categoryLabels[value] }))
export const stateBadges = {
  open: { label: '未対応', tone: 'warning' },
  upheld: { label: '認めた', tone: 'neutral' },
  dismissed: { label: '問題なし', tone: 'positive' },
} as const

/** The reports, oldest first. */
export function ReportList() {
  const { of, choose } = useSearchChoice()
  const state = of('state', STATES) ?? 'open'
  const kind = of('kind', REPORT_KINDS)
  const category = of('category', REPORT_CATEGORIES)
  const found = useList(operatorReports.listReports, {
    query: { state, ...(kind && { kind }), ...(category && { category }) },
  })
  return (
    <div className="stack">
      <Select
        label="状態"
        name="state"
        require
        options={stateChoices}
        value={state}
        onChange={(chosen) => choose('state', chosen)}
      />
      <Select
        label="種類"
        name="kind"
        require
        placeholder="すべての種類"
        options={kindChoices}
        value={kind ?? ''}
        onChange={(chosen) => choose('kind', chosen)}
      />
      <Select
        label="通報の理由"
        name="category"
        require
        placeholder="すべての理由"
        options={categoryChoices}
        value={category ?? ''}
        onChange={(chosen) => choose('category', chosen)}
      />
      <LoadedList
        of={found}
        keyOf={({ id }) => id}
        wrap={(rows) => <List carded>{rows}</List>}
        empty={
          <StateScreen
            kind="empty"
            title="通報はありません"
            text="届いた通報は、古いものから順にここに並びます。"
          />
        }
      >
        {(row) => <Row row={row} />}
      </LoadedList>
    </div>
  )
}

function Row({ row }: { row: ReportRow }) {
  const { label, tone } = stateBadges[row.state]
  const why = row.categories.map((category) => categoryLabels[category]).join('、')
  return (
    <ListRow
      to={adminPaths.report(row.id)}
      title={row.words || `${kindLabels[row.kind]}（本文なし）`}
      note={`${kindLabels[row.kind]}・${dateTime(row.reported_at)}`}
      trailing={<Badge tone={tone}>{row.count > 1 ? `${label} ${row.count}件` : label}</Badge>}
    >
      <span className={`small muted ${css.line}`}>
        {why}
        {row.author && `・@${row.author.name}`}
      </span>
    </ListRow>
  )
}
