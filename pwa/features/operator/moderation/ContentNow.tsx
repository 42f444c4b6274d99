import type { Author, ContentVisibility } from '#contract/operator/reports/calls.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { adminPaths } from '../admin-paths.ts'
import css from './Moderation.module.css'

const STATES = {
  there: { label: '公開中', tone: 'neutral' },
  hidden: { label: '非表示', tone: 'warning' },
  gone: { label: '削除されています', tone: 'neutral' },
} as const

/** The reported content as it is now, with links to the pages for further actions. */
export function ContentNow({ now, author }: { now: ContentVisibility; author: Author | null }) {
  const { label, tone } = STATES[now.state]
  return (
    <Section title="現在の状態">
      <Card padded>
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {now.title && <p className="strong">{now.title}</p>}
        {now.text && <p className={css.words}>{now.text}</p>}
        {now.pictures.length > 0 && (
          <p className={css.pictures}>
            {now.pictures.map((path) => (
              <img key={path} className="art" src={path} alt="投稿された画像" loading="lazy" />
            ))}
          </p>
        )}
        {!now.hidable && (
          <p className="small muted">
            ルーム・イベント・アカウントの停止は、それぞれの管理ページで行います。
          </p>
        )}
        <p className={css.links}>
          {now.path && (
            <Button size="s" variant="secondary" to={now.path}>
              ページを見る
            </Button>
          )}
          {now.room && (
            <Button size="s" variant="secondary" to={adminPaths.room(now.room)}>
              ルームの管理
            </Button>
          )}
          {author && author.status !== 'deleted' && (
            <Button size="s" variant="secondary" to={adminPaths.user(author.name)}>
              投稿者の管理
            </Button>
          )}
        </p>
      </Card>
    </Section>
  )
}
