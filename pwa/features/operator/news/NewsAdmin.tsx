import { operatorNews } from '#contract/operator/news/calls.ts'
import { site } from '#contract/site/calls.ts'
import { useList, useLoad } from '#pwa/lib/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Badge } from '#pwa/ui/Badge.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { adminPaths } from '../admin-paths.ts'
import { articleState } from './article-state.ts'
import { ExternalNews } from './ExternalNews.tsx'

/** Drafts, scheduled and published articles. */
export function NewsAdmin() {
  const config = useLoad(site.getConfig, {})
  const list = useList(operatorNews.listArticles, {})
  const now = useNow()
  if (config.data?.news_elsewhere) return <ExternalNews />
  return (
    <div className="stack">
      <Button wide icon="plus" to={adminPaths.newArticle}>
        お知らせを書く
      </Button>
      <LoadedList
        of={list}
        keyOf={({ slug }) => slug}
        wrap={(rows) => <List carded>{rows}</List>}
        empty={
          <StateScreen
            kind="empty"
            title="お知らせはまだありません"
            text="書いたお知らせは、公開するまで下書きとしてここにならびます。"
          />
        }
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
      </LoadedList>
    </div>
  )
}
