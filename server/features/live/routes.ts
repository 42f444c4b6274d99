import { shapes } from '#contract/live.schema.ts'
import { live } from '#contract/live.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import type { Playback } from './playback.ts'
import { liveService } from './service.ts'

export function liveRoutes(deps: Deps, playback: Playback) {
  const service = liveService(deps)
  return routes(live, shapes, {
    getLiveUrl: ({ viewer, params, cookies }) => playback.getUrl(viewer, params.id, cookies),
    getArchiveUrl: ({ viewer, params, cookies }) =>
      playback.getArchiveUrl(viewer, params.id, cookies),
    listTalk: ({ viewer, params, query }) => service.listTalk(viewer, params.id, query),
  })
}
