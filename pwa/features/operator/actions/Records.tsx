import type { AuditRow as Row } from '#contract/operator/audit/calls.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { adminPaths } from '../admin-paths.ts'
import { AuditLogRow } from '../audit/AuditLogRow.tsx'

/** The operators' newest actions here. */
export const RecordsSection = ({ actions, target }: { actions: Row[]; target: string }) => (
  <Section title="操作の記録" more={{ to: adminPaths.audit(target), label: 'すべて見る' }}>
    {actions.length === 0 ? (
      <p className="small muted">運営の操作はまだありません。</p>
    ) : (
      <List carded>
        {actions.map((row) => (
          <AuditLogRow key={row.id} row={row} />
        ))}
      </List>
    )}
  </Section>
)
