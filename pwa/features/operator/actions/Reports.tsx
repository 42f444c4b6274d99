import type { Person } from '#contract/operator/people/calls.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { adminPaths } from '../admin-paths.ts'
import { kindLabels } from '../moderation/labels.ts'

type Reports = Person['reports']
type Line = Reports['latest'][number]

const states: Record<Line['status'], { label: string; tone: 'warning' | 'neutral' | 'live' }> = {
  open: { label: '未対応', tone: 'warning' },
  upheld: { label: '認めた', tone: 'live' },
  dismissed: { label: '問題なし', tone: 'neutral' },
}

/** The newest reports. */
export const ReportsSection = ({ reports }: { reports: Reports }) => (
  <Section title={`通報 ${count(reports.total)}件`}>
    {reports.latest.length === 0 ? (
      <p className="small muted">通報されたことはありません。</p>
    ) : (
      <List carded>
        {reports.latest.map(({ id, kind, status, created_at }) => (
          <ListRow
            key={id}
            to={adminPaths.report(id)}
            title={`${kindLabels[kind]}への通報`}
            note={dateTime(created_at)}
            trailing={<Badge tone={states[status].tone}>{states[status].label}</Badge>}
          />
        ))}
      </List>
    )}
  </Section>
)
