import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './payouts.schema.ts'

export type Payout = z.output<typeof schema.Payout>
export type Payouts = z.output<typeof schema.Payouts>

export const payouts = endpoints<typeof schema.shapes>()({
  listPayouts: { method: 'GET', path: '/me/payout', auth: 'viewer' },
  /** The months, over and with fees in them, for which the platform has an invoice; the newest first. */
  listFees: { method: 'GET', path: '/me/fee', auth: 'viewer' },
  /** The platform's invoice for its fees of one month, to be printed. */
  getFee: { method: 'GET', path: '/me/fee/:month', auth: 'viewer', kind: 'html' },
})
