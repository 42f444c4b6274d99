import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './orders.schema.ts'

export type Payment = z.output<typeof schema.Payment>

export const orders = endpoints<typeof schema.shapes>()({
  listPayments: { method: 'GET', path: '/me/payment', auth: 'viewer', kind: 'list' },
  /** A page of its own, to show and to print: the sale's paper, then those of what came back. */
  getReceipt: { method: 'GET', path: '/me/payment/:id/receipt', auth: 'viewer', kind: 'html' },
})
