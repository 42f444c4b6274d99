import { useState } from 'react'
import { type Disclosure, disclosures } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_KEPT_DAYS } from '#contract/disclosures/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import { AnswerDisclosure } from './AnswerDisclosure.tsx'
import { states } from './disclosure-labels.ts'
import css from './Rows.module.css'

/** The disclosure requests about the seller; nothing if there are none. */
export function Disclosures() {
  const loaded = useList(disclosures.listDisclosures, { query: {} })
  const [answering, setAnswering] = useState<{ of: Disclosure; how: 'tell' | 'decline' } | null>(
    null,
  )
  if (!loaded.items || loaded.items.length === 0) return null
  return (
    <Section title="販売者情報の開示請求">
      <List carded>
        {loaded.items.map((one) => (
          <ListRow
            key={one.id}
            title={one.name || 'お名前は削除されました'}
            note={`${dateTime(one.created_at)}${one.email && `・${one.email}`}`}
            trailing={<Badge tone={states[one.state].tone}>{states[one.state].label}</Badge>}
          >
            {one.reason && <span className={css.reason}>{one.reason}</span>}
            {one.state === 'open' && (
              <span className={css.actions}>
                <Button size="s" onClick={() => setAnswering({ of: one, how: 'tell' })}>
                  開示する
                </Button>
                <Button
                  size="s"
                  variant="secondary"
                  onClick={() => setAnswering({ of: one, how: 'decline' })}
                >
                  断る
                </Button>
              </span>
            )}
          </ListRow>
        ))}
      </List>
      <LoadMore
        hasMore={loaded.more !== null}
        busy={loaded.isFetchingNextPage}
        onMore={() => loaded.more?.()}
      />
      <p className="note muted">
        請求した方の名前・メールアドレス・理由は、{DISCLOSURE_KEPT_DAYS}日後に削除されます。
      </p>
      {answering && <AnswerDisclosure {...answering} onClose={() => setAnswering(null)} />}
    </Section>
  )
}
