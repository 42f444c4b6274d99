import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type OwnVoucher = z.output<typeof schema.OwnVoucher>

/** コンビニ払い: payment numbers for convenience stores, each of which holds a seat until it is paid or expires. */
export const vouchers = endpoints<typeof schema.shapes>()({
  /** Those that can be paid, the next deadline first. */
  listVouchers: { method: 'GET', path: '/me/voucher', auth: 'viewer', kind: 'list' },
  /** Also one that is over. */
  getVoucher: { method: 'GET', path: '/me/voucher/:id', auth: 'viewer' },
  /** Cancels a number before it is paid, and frees its seat. Idempotent. */
  cancelVoucher: { method: 'DELETE', path: '/me/voucher/:id', auth: 'viewer', status: 204 },
})
