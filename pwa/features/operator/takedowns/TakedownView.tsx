import type { Takedown } from '#contract/operator/takedowns/calls.ts'
import { claimLabels } from '#pwa/features/takedowns/claims.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ContentNow } from '../moderation/ContentNow.tsx'
import { Decisions } from '../moderation/Decisions.tsx'
import { kindLabels, partsOf } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { PersonLink } from '../moderation/PersonLink.tsx'
import { TakedownActions } from './TakedownActions.tsx'
import { badgeOf } from './TakedownList.tsx'

const FORGOTTEN = '期間が過ぎたため削除されました'
const textOrErased = (text: string) => <span className={css.words}>{text || FORGOTTEN}</span>

/** One takedown request: the claim, the author's answer, and last the decision. */
export function TakedownView({ takedown }: { takedown: Takedown }) {
  const badge = badgeOf(takedown)
  const { author, requester } = takedown
  return (
    <div className="stack-l">
      <div className="stack">
        <p>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </p>
        <Facts
          facts={[
            { term: '受付番号', value: takedown.number },
            { term: '受付', value: dateTime(takedown.created_at) },
            { term: '対象', value: `${kindLabels[takedown.kind]}（${takedown.url}）` },
            { term: '権利', value: claimLabels[takedown.claimed] },
          ]}
        />
      </div>
      {takedown.decision && <Decisions title="判断" decisions={[takedown.decision]} />}
      <Section title="申告の内容">
        <Card padded>
          {textOrErased(takedown.claim)}
          <Facts
            boxed
            label="申告した方"
            facts={[
              { term: 'お名前', value: textOrErased(takedown.name) },
              { term: 'メール', value: textOrErased(takedown.email) },
              { term: '代理', value: takedown.behalf || '本人' },
              { term: 'アカウント', value: requester ? `@${requester.name}` : 'なし' },
            ]}
          />
        </Card>
      </Section>
      <Answer takedown={takedown} />
      <Section title="申告されたときの内容">
        <Card padded>
          <Facts
            facts={partsOf(takedown.evidence).map(({ term, value }) => ({
              term,
              value: textOrErased(value),
            }))}
          />
        </Card>
      </Section>
      <ContentNow now={takedown.now} author={author} />
      {author && (
        <Section title="投稿者">
          <List carded>
            <PersonLink of={author} />
          </List>
        </Section>
      )}
      <Decisions title="この投稿者へのこれまでの判断" decisions={takedown.former} />
      <Section title="対応">
        <TakedownActions takedown={takedown} />
      </Section>
    </div>
  )
}

function Answer({ takedown }: { takedown: Takedown }) {
  const { inquired_at, answer_until, answer, answer_text, answered_at } = takedown
  if (inquired_at === null || answer_until === null) return null
  return (
    <Section title="投稿者への照会">
      <Card padded>
        <Facts
          facts={[
            { term: '照会', value: dateTime(inquired_at) },
            { term: '期限', value: dateTime(answer_until) },
            {
              term: '回答',
              value:
                answer === null
                  ? 'まだありません'
                  : `${answer === 'agree' ? '削除に同意' : '削除に同意しない'}（${dateTime(answered_at ?? inquired_at)}）`,
            },
          ]}
        />
        {answer_text && <p className={css.words}>{answer_text}</p>}
      </Card>
    </Section>
  )
}
