import { news } from '#contract/news/calls.ts'
import { shapes } from '#contract/news/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { newsService } from './service.ts'

export function newsRoutes(deps: Deps) {
  const service = newsService(deps)
  return routes(news, shapes, {
    listNews: ({ query }) => service.list(query),
    readFeed: () => service.feed(),
    getArticle: ({ params }) => service.get(params.slug),
  })
}
