import { useParams } from 'react-router-dom'
import { operatorNews } from '#contract/operator/news/calls.ts'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { ArticleEditor } from '#pwa/features/operator/news/ArticleEditor.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ArticlePage() {
  const { slug = '' } = useParams()
  const article = useLoad(operatorNews.getArticle, { params: { slug } })
  return (
    <Screen title="お知らせを編集" back={adminPaths.news} wide>
      <Loaded of={article}>{(data) => <ArticleEditor article={data} />}</Loaded>
    </Screen>
  )
}
