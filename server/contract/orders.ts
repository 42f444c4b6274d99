import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './orders.schema.ts'

export type Payment = z.output<typeof schema.Payment>
export type Sale = z.output<typeof schema.Sale>

export const orders = endpoints<typeof schema.shapes>()({
  listPayments: { method: 'GET', path: '/me/payment', auth: 'viewer', kind: 'list' },
  /** A page of its own, to show and to print: the sale's paper, then those of what came back. */
  getReceipt: { method: 'GET', path: '/me/payment/:id/receipt', auth: 'viewer', kind: 'html' },
  /** What one sold: of one's room (its id) or of one event of it, the newest first. */
  listSales: { method: 'GET', path: '/me/sale', auth: 'viewer', kind: 'list' },
  /**
   * Cancels what was bought and gives all of the money back: by its seller, or its buyer where the event
   * never began. The money follows by itself; asked again, nothing more happens.
   */
  refund: { method: 'POST', path: '/me/payment/:id/refund', auth: 'viewer', status: 202 },
})
