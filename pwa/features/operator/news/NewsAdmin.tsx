import type { OwnHeadline } from '#contract/operator/news/calls.ts'
import { operatorNews } from '#contract/operator/news/calls.ts'
import { site } from '#contract/site/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AdminList } from '../AdminList.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ExternalNews } from './ExternalNews.tsx'

type StoredDraft = Pick<OwnHeadline, 'status' | 'published_at'>

/** The label of an article's state. */
function articleState({ status, published_at }: StoredDraft, now: string) {
  if (status === 'draft') return { label: '下書き', tone: 'neutral' } as const
  if (published_at !== null && published_at > now)
    return { label: '予約', tone: 'warning' } as const
  return { label: '公開中', tone: 'positive' } as const
}

/** Drafts, scheduled and published articles. */
export function NewsAdmin() {
  const config = useLoad(site.getConfig, {})
  const now = useNow()
  if (config.data?.news_elsewhere) return <ExternalNews />
  return (
    <AdminList
      call={operatorNews.listArticles}
      input={{}}
      filters={
        <Button wide icon="plus" to={adminPaths.newArticle}>
          お知らせを書く
        </Button>
      }
      keyOf={({ slug }) => slug}
      empty={{
        title: 'お知らせはまだありません',
        text: '書いたお知らせは、公開するまで下書きとしてここにならびます。',
      }}
    >
      {(article) => {
        const { label, tone } = articleState(article, now)
        return (
          <ListRow
            to={adminPaths.article(article.slug)}
            title={article.title || '（タイトルなし）'}
            note={
              article.status === 'published' && article.published_at
                ? dateTime(article.published_at)
                : `${dateTime(article.updated_at)} 更新`
            }
            trailing={<Badge tone={tone}>{label}</Badge>}
          />
        )
      }}
    </AdminList>
  )
}
