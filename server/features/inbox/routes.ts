import { shapes } from '#contract/inbox.schema.ts'
import { inbox } from '#contract/inbox.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { inboxService } from './service.ts'

export function inboxRoutes(deps: Deps) {
  const service = inboxService(deps)
  return routes(inbox, shapes, {
    listConversations: ({ viewer, query }) => service.list(viewer, query),
    getConversation: ({ viewer, params }) => service.get(viewer, params.id),
  })
}
