import { shapes } from '#contract/live.schema.ts'
import { live } from '#contract/live.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { liveService } from './service.ts'
import type { Talk } from './talk.ts'

export function liveRoutes(deps: Deps, talk: Talk) {
  const service = liveService(deps)
  return routes(live, shapes, {
    getLiveUrl: ({ viewer, params }) => service.getUrl(viewer, params.id),
    getArchiveUrl: ({ viewer, params }) => service.getArchiveUrl(viewer, params.id),
    listTalk: ({ viewer, params, query }) => talk.list(viewer, params.id, query),
    followTalk: ({ viewer, params, lastEventId }) => talk.follow(viewer, params.id, lastEventId),
    postTalk: ({ viewer, params, body }) => talk.post(viewer, params.id, body),
    listBanned: ({ viewer, params }) => talk.listBanned(viewer, params.id),
    banFromTalk: ({ viewer, params, body }) => talk.ban(viewer, params.id, body.name),
    unbanFromTalk: ({ viewer, params, body }) => talk.unban(viewer, params.id, body.name),
    getTalkSetting: ({ viewer, params }) => talk.getSetting(viewer, params.id),
    putTalkSetting: ({ viewer, params, body }) => talk.putSetting(viewer, params.id, body),
    deleteTalk: ({ viewer, params }) => talk.delete(viewer, params.id, params.message_id),
  })
}
