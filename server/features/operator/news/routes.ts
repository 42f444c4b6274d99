import { shapes } from '#contract/operator/news.schema.ts'
import { operatorNews } from '#contract/operator/news.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { newsDesk } from './service.ts'

export function operatorNewsRoutes(deps: Deps) {
  const desk = newsDesk(deps)
  return routes(operatorNews, shapes, {
    listArticles: ({ query }) => desk.list(query),
    getArticle: ({ params }) => desk.get(params.slug),
    createArticle: ({ viewer, body }) => desk.create(viewer, body),
    changeArticle: ({ viewer, params, body }) => desk.change(viewer, params.slug, body),
    deleteArticle: ({ viewer, params }) => desk.remove(viewer, params.slug),
  })
}
