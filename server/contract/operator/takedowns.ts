import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './takedowns.schema.ts'

export type Takedown = z.output<typeof schema.shapes.getTakedown.output>
export type TakedownRow = z.output<typeof schema.shapes.listTakedowns.output>[number]

/** Requests to take something down, for those who decide. */
export const operatorTakedowns = endpoints<typeof schema.shapes>()({
  /** What waits comes first, the oldest at the top. */
  listTakedowns: { method: 'GET', path: '/operator/takedown', auth: 'operator', kind: 'list' },
  getTakedown: { method: 'GET', path: '/operator/takedown/:id', auth: 'operator' },
  /** Asks the author for their view; once. */
  inquireTakedown: { method: 'POST', path: '/operator/takedown/:id/inquire', auth: 'operator' },
  decideTakedown: { method: 'POST', path: '/operator/takedown/:id/decide', auth: 'operator' },
  /** What was taken away comes back, and the request is open again. */
  reverseTakedown: { method: 'POST', path: '/operator/takedown/:id/reverse', auth: 'operator' },
})
