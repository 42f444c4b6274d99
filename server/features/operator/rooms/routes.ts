import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { shapes } from '#contract/operator/rooms/shapes.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { routes } from '#server/http/routes.ts'
import * as actions from './room-actions.ts'
import * as service from './service.ts'
import { removeStamp } from './stamp-removal.ts'

export function operatorRoomRoutes(deps: OperatorDeps) {
  return routes(operatorRooms, shapes, {
    listOperatorRooms: ({ query }) => service.list(deps, query),
    getOperatorRoom: ({ params }) => service.getOperatorRoom(deps, params.id),
    suspendRoom: ({ viewer, params, body }) =>
      actions.suspend(deps, viewer, params.id, body.reason),
    restoreRoom: ({ viewer, params, body }) =>
      actions.restore(deps, viewer, params.id, body.reason),
    removeRoomStamp: ({ viewer, params, body }) => removeStamp(deps, viewer, params, body.reason),
  })
}
