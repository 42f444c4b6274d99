import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Wait = z.output<typeof schema.Wait>

/** キャンセル待ち: the line for seats of a sold-out event or digital ticket. What frees is offered to the next. */
export const waitlist = endpoints<typeof schema.shapes>()({
  /** What the viewer waits for, and the seats that are offered to them. */
  listWaits: { method: 'GET', path: '/me/wait', auth: 'viewer', kind: 'list' },
  getWait: { method: 'GET', path: '/me/wait/:kind/:id', auth: 'viewer' },
  /** Joins the line of a sold-out product: 201, or 200 if the viewer waits already. */
  joinWait: {
    method: 'POST',
    path: '/me/wait/:kind/:id',
    auth: 'viewer',
    status: [201, 200],
  },
  /** Leaves the line, or declines the seats that are offered, or held by an unpaid purchase. Idempotent. */
  leaveWait: { method: 'DELETE', path: '/me/wait/:kind/:id', auth: 'viewer', status: 204 },
})
