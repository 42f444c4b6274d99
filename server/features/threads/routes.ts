import { shapes } from '#contract/threads.schema.ts'
import { threads } from '#contract/threads.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { threadsService } from './service.ts'

export function threadRoutes(deps: Deps) {
  const service = threadsService(deps)
  return routes(threads, shapes, {
    listThreads: ({ viewer, params, query }) => service.list(viewer, params.roomid, query),
    getThread: ({ viewer, params }) => service.get(viewer, params),
    listComments: ({ viewer, params, query }) => service.listComments(viewer, params, query),
  })
}
