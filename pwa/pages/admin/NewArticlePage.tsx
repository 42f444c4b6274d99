import { site } from '#contract/site/calls.ts'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { ArticleEditor } from '#pwa/features/operator/news/ArticleEditor.tsx'
import { ExternalNews } from '#pwa/features/operator/news/ExternalNews.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function NewArticlePage() {
  const config = useLoad(site.getConfig, {})
  return (
    <Screen title="お知らせを書く" back={adminPaths.news} wide>
      <Loaded of={config}>
        {({ news_elsewhere }) =>
          news_elsewhere ? <ExternalNews /> : <ArticleEditor article={null} />
        }
      </Loaded>
    </Screen>
  )
}
