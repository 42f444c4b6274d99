import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './rooms.schema.ts'

export type OperatorRoomRow = z.output<typeof schema.RoomRow>
export type OperatorRoom = z.output<typeof schema.OperatorRoom>

/** Every room, closed and suspended ones too. */
export const operatorRooms = endpoints<typeof schema.shapes>()({
  listOperatorRooms: { method: 'GET', path: '/operator/room', auth: 'operator', kind: 'list' },
  getOperatorRoom: { method: 'GET', path: '/operator/room/:id', auth: 'operator' },
  /** From then on it is not found, sells nothing, and none of its members is charged. */
  suspendRoom: { method: 'POST', path: '/operator/room/:id/suspension', auth: 'operator' },
  restoreRoom: { method: 'DELETE', path: '/operator/room/:id/suspension', auth: 'operator' },
})
