import type { Decision } from '#contract/operator/reports/calls.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { kindLabels } from './labels.ts'
import css from './Moderation.module.css'

const CAUSES = { report: '通報', takedown: '削除依頼' }

export function decisionOutcomeOf({ outcome, hidden, reversed }: Decision) {
  if (reversed) return { label: '取消済み', tone: 'neutral' } as const
  if (outcome === 'dismissed') return { label: '問題なし', tone: 'positive' } as const
  return { label: hidden ? '非表示にした' : '認めた', tone: 'warning' } as const
}

const by = (decision: Decision) => decision.by ?? 'サーバーの端末から'

/** Earlier decisions about the content of one person. */
export function Decisions({ title, decisions }: { title: string; decisions: Decision[] }) {
  if (decisions.length === 0) return null
  return (
    <Section title={title}>
      <List carded>
        {decisions.map((decision) => (
          <ListRow
            key={decision.id}
            title={`${kindLabels[decision.kind]}（${CAUSES[decision.cause]}）`}
            note={`${dateTime(decision.at)}・${by(decision)}`}
            trailing={
              <Badge tone={decisionOutcomeOf(decision).tone}>
                {decisionOutcomeOf(decision).label}
              </Badge>
            }
          >
            <span className={`small ${css.words}`}>{decision.reason}</span>
            {decision.reversed && (
              <span className={`small muted ${css.words}`}>
                {dateTime(decision.reversed.at)} 取り消し：{decision.reversed.reason}
              </span>
            )}
          </ListRow>
        ))}
      </List>
    </Section>
  )
}
