import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type RoomStamp = z.output<typeof schema.RoomStamp>

/** Pictures that a room's owner offers for its talks; a line with one is sent by `postTalk`. */
export const stamps = endpoints<typeof schema.shapes>()({
  listStamps: { method: 'GET', path: '/room/:id/stamp', auth: 'viewer' },
  /** 409 if the room has as many as it may. */
  addStamp: {
    method: 'POST',
    path: '/room/:id/stamp',
    auth: 'viewer',
    kind: 'multipart',
    status: 201,
  },
  /** Those that `ids` does not name come last. */
  orderStamps: { method: 'PUT', path: '/room/:id/stamp', auth: 'viewer', status: 204 },
  /** Lines with it keep its name. */
  removeStamp: {
    method: 'DELETE',
    path: '/room/:id/stamp/:stamp_id',
    auth: 'viewer',
    status: 204,
  },
})
