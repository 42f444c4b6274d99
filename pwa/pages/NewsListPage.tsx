import { urlOf } from '#contract/http/caller.ts'
import { news } from '#contract/news/calls.ts'
import { NewsRow } from '#pwa/features/news/NewsRow.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { ALL_NEWS } from '#pwa/lib/api/queries.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

export function NewsListPage() {
  const list = useList(news.listNews, ALL_NEWS)
  useTitle(PAGE_NAMES['/news'])
  const isOffline = useSessionState().at === 'offline'
  return (
    <Page narrow>
      <div className="row between">
        <h1>お知らせ</h1>
        {!isOffline && (
          <Button variant="quiet" size="s" href={urlOf(news.readFeed, {})}>
            RSS
          </Button>
        )}
      </div>
      <OfflineAlert of={list} />
      <LoadedList
        of={list}
        empty={<StateScreen kind="empty" title="お知らせはまだありません" />}
        wrap={(rows) => <List>{rows}</List>}
        keyOf={({ slug }) => slug}
      >
        {(article) => <NewsRow article={article} />}
      </LoadedList>
    </Page>
  )
}
