import { live } from '#contract/live/calls.ts'
import { shapes } from '#contract/live/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Playback } from './playback.ts'
import type { Talk } from './talk/talk.ts'

export const liveRoutes = (playback: Playback, talk: Talk) =>
  routes(live, shapes, {
    getLiveUrl: ({ viewer, params, cookies }) => playback.getUrl(viewer, params.id, cookies),
    getArchiveUrl: ({ viewer, params, cookies }) =>
      playback.getArchiveUrl(viewer, params.id, cookies),
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
