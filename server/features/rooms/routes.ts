import { shapes } from '#contract/rooms.schema.ts'
import { rooms } from '#contract/rooms.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { roomsService } from './service.ts'

export function roomRoutes(deps: Deps) {
  const service = roomsService(deps)
  return routes(rooms, shapes, {
    listRooms: ({ viewer, query }) => service.list(viewer, query),
    listSubscribed: ({ viewer, query }) => service.listSubscribed(viewer, query),
    getRoom: ({ viewer, params }) => service.get(viewer, params.id),
    listMembers: ({ viewer, params, query }) => service.listMembers(viewer, params.id, query),
    listStaff: ({ viewer, params }) => service.listStaff(viewer, params.id),
  })
}
