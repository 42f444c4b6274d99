import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Room = z.output<typeof schema.Room>
export type SubscribedRoom = z.output<typeof schema.SubscribedRoom>
export type Staff = z.output<typeof schema.Staff>
export type RoomMember = z.output<typeof schema.RoomMember>

/** A room's id is its owner's name. Closed rooms are not listed; suspended ones are 404. */
export const rooms = endpoints<typeof schema.shapes>()({
  listRooms: { method: 'GET', path: '/room', auth: 'optional', kind: 'list', shared: true },
  listSubscribed: { method: 'GET', path: '/room/subscribe', auth: 'viewer', kind: 'list' },
  /** Starts the first month's payment: the browser confirms it if the bank requires that. */
  startSubscription: { method: 'POST', path: '/room/subscribe/pre', auth: 'viewer' },
  /** Retries an unpaid renewal with the given card, else with the main one; then `subscribe` returns the result. */
  payPastDue: { method: 'POST', path: '/room/subscribe/:id/pay', auth: 'viewer' },
  /**
   * Creates the membership: of a completed payment, or at once in a free room. Revokes a cancellation that has not
   * taken effect.
   */
  subscribe: { method: 'POST', path: '/room/subscribe', auth: 'viewer', status: [201, 200] },
  /** A paid membership ends with its paid period; a free one at once. */
  unsubscribe: { method: 'DELETE', path: '/room/subscribe/:id', auth: 'viewer' },
  /** One room per user: a second one answers 409. */
  createRoom: { method: 'POST', path: '/room', auth: 'viewer', kind: 'multipart', status: 201 },
  changeRoom: { method: 'POST', path: '/room/:id', auth: 'viewer', kind: 'multipart' },
  /** Closes the room: charges stop, and coming events are cancelled. */
  closeRoom: { method: 'DELETE', path: '/room/:id', auth: 'viewer', status: 202 },
  getRoom: { method: 'GET', path: '/room/:id', auth: 'optional', shared: true },
  /** Notes a member's visit; nothing for others. */
  visitRoom: { method: 'POST', path: '/room/:id/visit', auth: 'viewer', status: 204 },
  /** Whether a member gets notifications of new threads and events. */
  muteRoom: { method: 'PUT', path: '/room/:id/mute', auth: 'viewer' },
  /** `format=csv`: all of them, as a table. */
  listMembers: { method: 'GET', path: '/room/:id/member', auth: 'viewer', kind: 'list' },
  /** Members who agreed to be shown. */
  listPublicMembers: { method: 'GET', path: '/room/:id/member/public', auth: 'optional' },
  listStaff: { method: 'GET', path: '/room/:id/staff', auth: 'viewer' },
  /** 200 if they have this role already; one person may have both roles. */
  addStaff: { method: 'POST', path: '/room/:id/staff', auth: 'viewer', status: [201, 200] },
  removeStaff: { method: 'DELETE', path: '/room/:id/staff', auth: 'viewer', status: 204 },
})
