import { inbox } from '#contract/inbox/calls.ts'
import { shapes } from '#contract/inbox/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { announce } from './announcements.ts'
import { answerConversation, writeToOwner } from './send-message.ts'
import * as service from './service.ts'

export function inboxRoutes(deps: Deps) {
  return routes(inbox, shapes, {
    listConversations: ({ viewer, query }) => service.list(deps, viewer, query),
    getConversation: ({ viewer, params, query }) => service.get(deps, viewer, params.id, query),
    answer: ({ viewer, params, body }) => answerConversation(deps, viewer, params.id, body),
    writeToOwner: ({ viewer, params, body }) => writeToOwner(deps, viewer, params.id, body),
    announce: ({ viewer, params, body }) => announce(deps, viewer, params.id, body),
  })
}
