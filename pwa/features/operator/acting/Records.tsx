import type { AuditRow as Row } from '#contract/operator/audit.ts'
import { List } from '#pwa/ui/List.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { AuditRow } from '../audit/AuditRow.tsx'
import { deskPaths } from '../desk-paths.ts'

/** What operators did here, the newest few. */
export const RecordsSection = ({ acts, target }: { acts: Row[]; target: string }) => (
  <Section title="操作の記録" more={{ to: deskPaths.audit(target), label: 'すべて見る' }}>
    {acts.length === 0 ? (
      <p className="small muted">運営の操作はまだありません。</p>
    ) : (
      <List carded>
        {acts.map((row) => (
          <AuditRow key={row.id} row={row} />
        ))}
      </List>
    )}
  </Section>
)
