import { site } from '#contract/site.ts'
import { deskPaths } from '#pwa/features/operator/desk-paths.ts'
import { ArticleEditor } from '#pwa/features/operator/news/ArticleEditor.tsx'
import { NewsElsewhere } from '#pwa/features/operator/news/NewsElsewhere.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function NewArticlePage() {
  const config = useLoad(site.getConfig, {})
  return (
    <Screen title="お知らせを書く" back={deskPaths.news} wide>
      <Loaded of={config}>
        {({ news_elsewhere }) =>
          news_elsewhere ? <NewsElsewhere /> : <ArticleEditor article={null} />
        }
      </Loaded>
    </Screen>
  )
}
