import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './fee.schema.ts'

export type FeeBoard = z.output<typeof schema.FeeBoard>

/** What the platform takes of a sale: now, planned, and before. */
export const operatorFee = endpoints<typeof schema.shapes>()({
  getFee: { method: 'GET', path: '/operator/fee', auth: 'operator' },
  /** One at a time, and so far ahead that sellers have heard of it. */
  planFee: { method: 'POST', path: '/operator/fee', auth: 'operator', status: 201 },
  /** Before it takes effect; sellers hear of that, too. */
  withdrawFee: { method: 'POST', path: '/operator/fee/:id/withdraw', auth: 'operator' },
})
