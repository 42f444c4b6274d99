import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Takedown = z.output<typeof schema.shapes.getTakedown.output>
export type TakedownRow = z.output<typeof schema.shapes.listTakedowns.output>[number]

/** Takedown requests, for operators. */
export const operatorTakedowns = endpoints<typeof schema.shapes>()({
  /** Pending ones first, oldest on top. */
  listTakedowns: { method: 'GET', path: '/operator/takedown', auth: 'operator', kind: 'list' },
  getTakedown: { method: 'GET', path: '/operator/takedown/:id', auth: 'operator' },
  /** Asks the author for a statement; once. */
  inquireTakedown: { method: 'POST', path: '/operator/takedown/:id/inquire', auth: 'operator' },
  decideTakedown: { method: 'POST', path: '/operator/takedown/:id/decide', auth: 'operator' },
  /** Restores the hidden content, and reopens the request. */
  reverseTakedown: { method: 'POST', path: '/operator/takedown/:id/reverse', auth: 'operator' },
})
