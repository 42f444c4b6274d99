import { operatorReports, type ReportRow } from '#contract/operator/reports/calls.ts'
import { REPORT_CATEGORIES } from '#contract/reports/calls.ts'
import { categoryLabels } from '#pwa/features/reports/categories.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AdminList } from '../AdminList.tsx'
import { adminPaths } from '../admin-paths.ts'
import { Filters } from '../Filters.tsx'
import { kindChoices, kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { useChoice } from '../useChoice.tsx'

const stateChoices = [
  { value: 'open', label: '未対応' },
  { value: 'upheld', label: '認めた' },
  { value: 'dismissed', label: '問題なし' },
  { value: 'all', label: 'すべて' },
] as const
const categoryChoices = REPORT_CATEGORIES.map((value) => ({ value, label: categoryLabels[value] }))
export const stateBadges = {
  open: { label: '未対応', tone: 'warning' },
  upheld: { label: '認めた', tone: 'neutral' },
  dismissed: { label: '問題なし', tone: 'positive' },
} as const

/** The reports, oldest first. */
export function ReportList() {
  const state = useChoice({
    name: 'state',
    label: '状態',
    options: stateChoices,
    initial: 'open',
  })
  const kind = useChoice({
    name: 'kind',
    label: '種類',
    options: kindChoices,
    initial: null,
    all: 'すべての種類',
  })
  const category = useChoice({
    name: 'category',
    label: '通報の理由',
    options: categoryChoices,
    initial: null,
    all: 'すべての理由',
  })
  return (
    <AdminList
      call={operatorReports.listReports}
      input={{
        query: {
          state: state.chosen,
          ...(kind.chosen && { kind: kind.chosen }),
          ...(category.chosen && { category: category.chosen }),
        },
      }}
      filters={
        <Filters>
          {state.select}
          {kind.select}
          {category.select}
        </Filters>
      }
      keyOf={({ id }) => id}
      empty={{
        title: '通報はありません',
        text: '届いた通報は、古いものから順にここにならびます。',
      }}
    >
      {(row) => <Row row={row} />}
    </AdminList>
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
