import { notifications } from '#contract/notifications/calls.ts'
import { shapes } from '#contract/notifications/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function notificationRoutes(deps: Deps) {
  return routes(notifications, shapes, {
    listNotifications: ({ viewer, query }) => service.list(deps, viewer, query),
    readNotification: ({ viewer, params }) => service.read(deps, viewer, params.id),
    readNotifications: ({ viewer, body }) => service.readUntil(deps, viewer, body.until),
  })
}
