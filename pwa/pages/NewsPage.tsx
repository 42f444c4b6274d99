import { useParams } from 'react-router-dom'
import { news } from '#contract/news/calls.ts'
import { ArticleView } from '#pwa/features/news/ArticleView.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'

export function NewsPage() {
  const { newsid = '' } = useParams()
  const article = useLoad(news.getArticle, { params: { slug: newsid } })
  useTitle(article.data?.title)
  return (
    <Page narrow>
      <OfflineAlert of={article} />
      <Loaded of={article} heading="h1">
        {(data) => <ArticleView article={data} />}
      </Loaded>
    </Page>
  )
}
