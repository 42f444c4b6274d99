import { operatorNews } from '#contract/operator/news/calls.ts'
import { shapes } from '#contract/operator/news/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { articleEditing } from './service.ts'

export function operatorNewsRoutes(deps: Deps) {
  const service = articleEditing(deps)
  return routes(operatorNews, shapes, {
    listArticles: ({ query }) => service.list(query),
    getArticle: ({ params }) => service.get(params.slug),
    createArticle: ({ viewer, body }) => service.create(viewer, body),
    changeArticle: ({ viewer, params, body }) => service.change(viewer, params.slug, body),
    deleteArticle: ({ viewer, params }) => service.remove(viewer, params.slug),
  })
}
