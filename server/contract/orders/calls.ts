import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Payment = z.output<typeof schema.Payment>
export type Sale = z.output<typeof schema.Sale>
export type Refund = z.output<typeof schema.Refund>
export type OwnRefund = z.output<typeof schema.OwnRefund>
export type SaleRefund = z.output<typeof schema.SaleRefund>

export const orders = endpoints<typeof schema.shapes>()({
  listPayments: { method: 'GET', path: '/me/payment', auth: 'viewer', kind: 'list' },
  /** Printable page with the receipt and its refund receipts. */
  getReceipt: { method: 'GET', path: '/me/payment/:id/receipt', auth: 'viewer', kind: 'html' },
  /** Chooses the addressee of a receipt, once. */
  nameReceipt: { method: 'PUT', path: '/me/payment/:id/addressee', auth: 'viewer', status: 204 },
  /** ZIP with the receipts of a year, and tables of them. */
  exportPayments: {
    method: 'GET',
    path: '/me/payment_export/:year',
    auth: 'viewer',
    kind: 'file',
  },
  /** The seller's copy of a sale's receipts. */
  getSaleReceipt: { method: 'GET', path: '/me/sale/:id/receipt', auth: 'viewer', kind: 'html' },
  /** Sales of the viewer's room (its id) or of one event, newest first. */
  listSales: { method: 'GET', path: '/me/sale', auth: 'viewer', kind: 'list' },
  /** What the viewer got back, by the day on which it was refunded. */
  listRefunds: { method: 'GET', path: '/me/refund', auth: 'viewer', kind: 'list' },
  /** What was refunded of the viewer's sales. */
  listSaleRefunds: { method: 'GET', path: '/me/sale_refund', auth: 'viewer', kind: 'list' },
  /**
   * Cancels the purchase and refunds it in full: by its seller, or by its buyer if the event never started. The
   * refund is made in the background; idempotent.
   */
  refund: { method: 'POST', path: '/me/payment/:id/refund', auth: 'viewer', status: 202 },
})
