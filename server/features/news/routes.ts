import { news } from '#contract/news/calls.ts'
import { shapes } from '#contract/news/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export const newsRoutes = (deps: Deps) =>
  routes(news, shapes, {
    listNews: ({ query }) => service.list(deps, query),
    readFeed: () => service.feed(deps),
    getArticle: ({ params }) => service.get(deps, params.slug),
  })
