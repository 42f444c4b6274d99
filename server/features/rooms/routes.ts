import { rooms } from '#contract/rooms/calls.ts'
import { shapes } from '#contract/rooms/shapes.ts'
import { routes } from '#server/http/routes.ts'
import { closeRoom } from './close-room.ts'
import type { RoomDeps } from './deps.ts'
import * as writing from './edit-room.ts'
import * as members from './sale.ts'
import * as service from './service.ts'
import * as staff from './staff.ts'

export function roomRoutes(deps: RoomDeps) {
  return routes(rooms, shapes, {
    listRooms: ({ viewer, query }) => service.list(deps, viewer, query),
    listSubscribed: ({ viewer, query }) => service.listSubscribed(deps, viewer, query),
    startSubscription: ({ viewer, body }) => members.start(deps, viewer, body),
    payPastDue: ({ viewer, params, body }) => members.pay(deps, viewer, params.id, body),
    subscribe: ({ viewer, body }) => members.join(deps, viewer, body.room_id, body.subscriptionId),
    unsubscribe: ({ viewer, params }) => members.leave(deps, viewer, params.id),
    createRoom: ({ viewer, body }) => writing.createRoom(deps, viewer, body),
    changeRoom: ({ viewer, params, body }) => writing.changeRoom(deps, viewer, params.id, body),
    closeRoom: ({ viewer, params }) => closeRoom(deps, viewer, params.id),
    getRoom: ({ viewer, params }) => service.getRoom(deps, viewer, params.id),
    visitRoom: ({ viewer, params }) => service.visit(deps, viewer, params.id),
    muteRoom: ({ viewer, params, body }) => service.mute(deps, viewer, params.id, body.muted),
    listMembers: ({ viewer, params, query: { format, ...search } }) =>
      format === 'csv'
        ? service.tableOfMembers(deps, viewer, params.id)
        : service.listMembers(deps, viewer, params.id, search),
    listPublicMembers: ({ viewer, params }) => service.listPublicMembers(deps, viewer, params.id),
    listStaff: ({ viewer, params }) => service.listStaff(deps, viewer, params.id),
    addStaff: ({ viewer, params, body }) => staff.add(deps, viewer, params.id, body),
    removeStaff: ({ viewer, params, body }) => staff.remove(deps, viewer, params.id, body),
  })
}
