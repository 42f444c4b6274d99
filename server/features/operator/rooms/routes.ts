import { shapes } from '#contract/operator/rooms.schema.ts'
import { operatorRooms } from '#contract/operator/rooms.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { SuspensionFollowing } from '../suspensions/following.ts'
import { roomActs } from './acts.ts'
import { operatorRoomsService } from './service.ts'

export function operatorRoomRoutes(deps: Deps, following: SuspensionFollowing) {
  const service = operatorRoomsService(deps)
  const acts = roomActs(deps, following)
  return routes(operatorRooms, shapes, {
    listOperatorRooms: ({ query }) => service.list(query),
    getOperatorRoom: ({ params }) => service.get(params.id),
    suspendRoom: ({ viewer, params, body }) => acts.suspend(viewer, params.id, body.reason),
    restoreRoom: ({ viewer, params, body }) => acts.restore(viewer, params.id, body.reason),
  })
}
