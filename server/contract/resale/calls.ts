import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Resale = z.output<typeof schema.Resale>

/** 公式リセール: a paid ticket that its buyer gives back, to be sold once more at the price paid. */
export const resale = endpoints<typeof schema.shapes>()({
  /** Of the viewer's own ticket, or the one that was sold. */
  getResale: { method: 'GET', path: '/me/resale/:kind/:id', auth: 'viewer' },
  /** Lists the viewer's ticket: 201, or 200 if it is listed already. It stays valid until somebody has paid. */
  listForResale: {
    method: 'POST',
    path: '/me/resale/:kind/:id',
    auth: 'viewer',
    status: [201, 200],
  },
  /** Takes it back; 409 while somebody pays for it. Idempotent. */
  withdrawResale: { method: 'DELETE', path: '/me/resale/:kind/:id', auth: 'viewer', status: 204 },
})
