import { inbox } from '#contract/inbox/calls.ts'
import { shapes } from '#contract/inbox/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { announcing } from './announcing.ts'
import { inboxService } from './service.ts'
import { writing } from './writing.ts'

export function inboxRoutes(deps: Deps) {
  const service = inboxService(deps)
  const { answer, writeToOwner } = writing(deps)
  const { announce } = announcing(deps)
  return routes(inbox, shapes, {
    listConversations: ({ viewer, query }) => service.list(viewer, query),
    getConversation: ({ viewer, params, query }) => service.get(viewer, params.id, query.point),
    answer: ({ viewer, params, body }) => answer(viewer, params.id, body),
    writeToOwner: ({ viewer, params, body }) => writeToOwner(viewer, params.id, body),
    announce: ({ viewer, params, body }) => announce(viewer, params.id, body),
  })
}
