import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './rooms.schema.ts'

export type Room = z.output<typeof schema.Room>
export type SubscribedRoom = z.output<typeof schema.SubscribedRoom>
export type RoomMember = z.output<typeof schema.RoomMember>

/** A room's id is its owner's name. Closed rooms are not listed; suspended ones are 404. */
export const rooms = endpoints<typeof schema.shapes>()({
  listRooms: { method: 'GET', path: '/room', auth: 'optional', kind: 'list' },
  listSubscribed: { method: 'GET', path: '/room/subscribe', auth: 'viewer', kind: 'list' },
  /** Prepares and tries the first month's payment: the browser confirms it where the bank asks for that. */
  startSubscription: { method: 'POST', path: '/room/subscribe/pre', auth: 'viewer' },
  /** Tries a renewal that is owed with the card that is given, else with the main one; then `subscribe` tells the outcome. */
  payArrears: { method: 'POST', path: '/room/subscribe/:id/pay', auth: 'viewer' },
  /**
   * Makes a member: of a payment that went through, or at once where the room is free. Takes back a leaving whose day
   * has not come.
   */
  subscribe: { method: 'POST', path: '/room/subscribe', auth: 'viewer', status: [201, 200] },
  /** A paid membership ends with what is paid; a free one at once. */
  unsubscribe: { method: 'DELETE', path: '/room/subscribe/:id', auth: 'viewer' },
  /** One room a person: a second is refused with 409. */
  createRoom: { method: 'POST', path: '/room', auth: 'viewer', kind: 'multipart', status: 201 },
  changeRoom: { method: 'POST', path: '/room/:id', auth: 'viewer', kind: 'multipart' },
  /** Closes the room: nobody is charged again, and coming events are called off. */
  closeRoom: { method: 'DELETE', path: '/room/:id', auth: 'viewer', status: 202 },
  getRoom: { method: 'GET', path: '/room/:id', auth: 'optional' },
  /** `format=csv`: all of them, as a table. */
  listMembers: { method: 'GET', path: '/room/:id/member', auth: 'viewer', kind: 'list' },
  listStaff: { method: 'GET', path: '/room/:id/staff', auth: 'viewer' },
  /** 200 where they had that part already; one person may have both. */
  addStaff: { method: 'POST', path: '/room/:id/staff', auth: 'viewer', status: [201, 200] },
  removeStaff: { method: 'DELETE', path: '/room/:id/staff', auth: 'viewer', status: 204 },
})
