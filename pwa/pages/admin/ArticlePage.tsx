import { useParams } from 'react-router-dom'
import { operatorNews } from '#contract/operator/news.ts'
import { deskPaths } from '#pwa/features/operator/desk-paths.ts'
import { ArticleEditor } from '#pwa/features/operator/news/ArticleEditor.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ArticlePage() {
  const { slug = '' } = useParams()
  const article = useLoad(operatorNews.getArticle, { params: { slug } })
  return (
    <Screen title="お知らせを編集" back={deskPaths.news} wide>
      <Loaded of={article}>
        {(found) => (
          // What is typed is not thrown away because somebody else saved: only one's own saving begins anew.
          <ArticleEditor key={found.slug} article={found} />
        )}
      </Loaded>
    </Screen>
  )
}
