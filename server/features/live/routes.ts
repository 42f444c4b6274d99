import { shapes } from '#contract/live.schema.ts'
import { live } from '#contract/live.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { liveService } from './service.ts'

export function liveRoutes(deps: Deps) {
  const service = liveService(deps)
  return routes(live, shapes, {
    getLiveUrl: ({ viewer, params }) => service.getUrl(viewer, params.id),
    getArchiveUrl: ({ viewer, params }) => service.getArchiveUrl(viewer, params.id),
    listTalk: ({ viewer, params, query }) => service.listTalk(viewer, params.id, query),
  })
}
