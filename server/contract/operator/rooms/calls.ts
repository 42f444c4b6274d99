import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type OperatorRoomRow = z.output<typeof schema.RoomRow>
export type OperatorRoom = z.output<typeof schema.OperatorRoom>

/** All rooms, closed and suspended ones included. */
export const operatorRooms = endpoints<typeof schema.shapes>()({
  listOperatorRooms: { method: 'GET', path: '/operator/room', auth: 'operator', kind: 'list' },
  getOperatorRoom: { method: 'GET', path: '/operator/room/:id', auth: 'operator' },
  /** The room is no longer listed, sells nothing, and its members are not charged. */
  suspendRoom: { method: 'POST', path: '/operator/room/:id/suspension', auth: 'operator' },
  restoreRoom: { method: 'DELETE', path: '/operator/room/:id/suspension', auth: 'operator' },
  /** Deletes its picture; the owner is told the reason. */
  removeRoomStamp: {
    method: 'DELETE',
    path: '/operator/room/:id/stamp/:stamp_id',
    auth: 'operator',
  },
})
