import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type FeeBoard = z.output<typeof schema.FeeBoard>

/** The platform fee: current, planned and past. */
export const operatorFee = endpoints<typeof schema.shapes>()({
  getFee: { method: 'GET', path: '/operator/fee', auth: 'operator' },
  /** One plan at a time, with the notice period for sellers. */
  planFee: { method: 'POST', path: '/operator/fee', auth: 'operator', status: 201 },
  /** Before it takes effect; sellers are notified of that, too. */
  withdrawFee: { method: 'POST', path: '/operator/fee/:id/withdraw', auth: 'operator' },
})
