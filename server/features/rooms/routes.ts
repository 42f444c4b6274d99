import { rooms } from '#contract/rooms/calls.ts'
import { shapes } from '#contract/rooms/shapes.ts'
import type { Sales } from '#server/features/orders/checkout/service.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { RoomClosing } from './closing.ts'
import type { Memberships } from './memberships.ts'
import { membershipSales } from './sale.ts'
import { roomsService } from './service.ts'
import { roomStaff } from './staff.ts'
import { roomWriting, type WhenRetitled } from './writing.ts'

interface Trades {
  sales: Sales
  memberships: Memberships
  closing: RoomClosing
  whenRetitled: readonly WhenRetitled[]
}

export function roomRoutes(deps: Deps, { sales, memberships, closing, whenRetitled }: Trades) {
  const service = roomsService(deps)
  const writing = roomWriting(deps, whenRetitled)
  const staff = roomStaff(deps)
  const members = membershipSales(deps, sales, memberships)
  return routes(rooms, shapes, {
    listRooms: ({ viewer, query }) => service.list(viewer, query),
    listSubscribed: ({ viewer, query }) => service.listSubscribed(viewer, query),
    startSubscription: ({ viewer, body }) => members.start(viewer, body),
    payPastDue: ({ viewer, params, body }) => members.pay(viewer, params.id, body),
    subscribe: ({ viewer, body }) => members.join(viewer, body.room_id, body.subscriptionId),
    unsubscribe: ({ viewer, params }) => members.leave(viewer, params.id),
    createRoom: ({ viewer, body }) => writing.create(viewer, body),
    changeRoom: ({ viewer, params, body }) => writing.change(viewer, params.id, body),
    closeRoom: ({ viewer, params }) => closing.close(viewer, params.id),
    getRoom: ({ viewer, params }) => service.get(viewer, params.id),
    listMembers: ({ viewer, params, query: { format, ...search } }) =>
      format === 'csv'
        ? service.tableOfMembers(viewer, params.id)
        : service.listMembers(viewer, params.id, search),
    listStaff: ({ viewer, params }) => service.listStaff(viewer, params.id),
    addStaff: ({ viewer, params, body }) => staff.add(viewer, params.id, body),
    removeStaff: ({ viewer, params, body }) => staff.remove(viewer, params.id, body),
  })
}
