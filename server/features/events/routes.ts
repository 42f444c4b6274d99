import { shapes } from '#contract/events.schema.ts'
import { events } from '#contract/events.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { eventsService } from './service.ts'

export function eventRoutes(deps: Deps) {
  const service = eventsService(deps)
  return routes(events, shapes, {
    listEvents: ({ viewer, query }) => service.list(viewer, query),
    listJoined: ({ viewer, query }) => service.listJoined(viewer, query),
    getEvent: ({ viewer, params }) => service.get(viewer, params.id),
    listOwn: ({ viewer, query }) => service.listOwn(viewer, query),
    getOwn: ({ viewer, params }) => service.getOwn(viewer, params.id),
  })
}
