import { operatorNews } from '#contract/operator/news/calls.ts'
import { shapes } from '#contract/operator/news/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorNewsRoutes(deps: Deps) {
  return routes(operatorNews, shapes, {
    listArticles: ({ query }) => service.list(deps, query),
    getArticle: ({ params }) => service.get(deps, params.slug),
    createArticle: ({ viewer, body }) => service.create(deps, viewer, body),
    changeArticle: ({ viewer, params, body }) => service.change(deps, viewer, params.slug, body),
    deleteArticle: ({ viewer, params }) => service.remove(deps, viewer, params.slug),
  })
}
