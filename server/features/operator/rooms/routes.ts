import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { shapes } from '#contract/operator/rooms/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { SuspensionPropagation } from '../suspensions/propagation.ts'
import { roomActions } from './actions.ts'
import { operatorRoomsService } from './service.ts'

export function operatorRoomRoutes(deps: Deps, propagation: SuspensionPropagation) {
  const service = operatorRoomsService(deps)
  const actions = roomActions(deps, propagation)
  return routes(operatorRooms, shapes, {
    listOperatorRooms: ({ query }) => service.list(query),
    getOperatorRoom: ({ params }) => service.get(params.id),
    suspendRoom: ({ viewer, params, body }) => actions.suspend(viewer, params.id, body.reason),
    restoreRoom: ({ viewer, params, body }) => actions.restore(viewer, params.id, body.reason),
  })
}
