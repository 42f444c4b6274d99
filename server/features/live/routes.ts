import { live } from '#contract/live/calls.ts'
import { shapes } from '#contract/live/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as captions from './archive/captions.ts'
import type { Playback } from './playback.ts'
import { getReplay } from './talk/replay.ts'
import * as service from './talk/service.ts'
import type { Talk } from './talk/talk.ts'

export const liveRoutes = (deps: Deps, playback: Playback, talk: Talk) =>
  routes(live, shapes, {
    getLiveUrl: ({ viewer, params, cookies }) => playback.getUrl(viewer, params.id, cookies),
    getArchiveUrl: ({ viewer, params, cookies }) =>
      playback.getArchiveUrl(viewer, params.id, cookies),
    listTalk: ({ viewer, params, query }) => service.list(deps, viewer, params.id, query),
    followTalk: ({ viewer, params, lastEventId }) => talk.follow(viewer, params.id, lastEventId),
    postTalk: ({ viewer, params, body }) => talk.posting.post(viewer, params.id, body),
    reactToTalk: ({ viewer, params, query }) => talk.react(viewer, params.id, query.count),
    getReplay: ({ viewer, params, query }) => getReplay(deps, viewer, params.id, query.from),
    getPinned: ({ viewer, params }) => talk.marks.getPinned(viewer, params.id),
    putPinned: ({ viewer, params, body }) =>
      talk.marks.putPinned(viewer, params.id, body.message_id),
    listQuestions: ({ viewer, params }) => talk.marks.listQuestions(viewer, params.id),
    answerQuestion: ({ viewer, params, body }) =>
      talk.marks.answer(viewer, params.id, params.message_id, body.answered),
    listCaptions: ({ viewer, params }) => captions.listCaptions(deps, viewer, params.id),
    getCaption: ({ viewer, params }) =>
      captions.getCaption(deps, viewer, params.id, params.language),
    putCaption: ({ viewer, params, bytes }) => captions.putCaption(deps, viewer, params, bytes),
    deleteCaption: ({ viewer, params }) =>
      captions.deleteCaption(deps, viewer, params.id, params.language),
    listBanned: ({ viewer, params }) => service.listBanned(deps, viewer, params.id),
    banFromTalk: ({ viewer, params, body }) => service.ban(deps, viewer, params.id, body.name),
    unbanFromTalk: ({ viewer, params, body }) => service.unban(deps, viewer, params.id, body.name),
    getTalkSetting: ({ viewer, params }) => service.getSetting(deps, viewer, params.id),
    putTalkSetting: ({ viewer, params, body }) => service.putSetting(deps, viewer, params.id, body),
    deleteTalk: ({ viewer, params }) => talk.posting.delete(viewer, params.id, params.message_id),
  })
