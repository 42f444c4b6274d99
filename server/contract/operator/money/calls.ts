import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type { Reconciliation as Shape } from '../reconciliation.schema.ts'
import type * as schema from './shapes.ts'

export type AdminPayment = z.output<typeof schema.AdminPayment>
export type OwedRefund = z.output<typeof schema.OwedRefund>
export type Reconciliation = z.output<typeof Shape>
export type AdminFeeInvoice = z.output<typeof schema.AdminFeeInvoice>
export type Books = z.output<typeof schema.Books>

/** Payments, refunds and ledger of the whole service. */
export const operatorMoney = endpoints<typeof schema.shapes>()({
  /** Search by receipt number, payment id, or the buyer's or seller's handle. Newest first. */
  listPayments: { method: 'GET', path: '/operator/payment', auth: 'operator', kind: 'list' },
  /** Cancels the purchase and refunds it in full; idempotent. */
  refundPayment: {
    method: 'POST',
    path: '/operator/payment/:id/refund',
    auth: 'operator',
    status: 202,
  },
  /** Failed refunds, oldest first. */
  listRefunds: { method: 'GET', path: '/operator/refund', auth: 'operator', kind: 'list' },
  /** Retries a failed refund at the provider. */
  retryRefund: {
    method: 'POST',
    path: '/operator/refund/:id/retry',
    auth: 'operator',
    status: 202,
  },
  getReconciliation: { method: 'GET', path: '/operator/reconciliation', auth: 'operator' },
  /** Reconciles our records with the payment provider's; one run at a time. */
  startReconciliation: {
    method: 'POST',
    path: '/operator/reconciliation',
    auth: 'operator',
    status: 202,
  },
  /** The platform's invoices for its fees, and their corrections, by number or the seller's handle. Newest first. */
  listFeeInvoices: {
    method: 'GET',
    path: '/operator/fee_invoice',
    auth: 'operator',
    kind: 'list',
  },
  /** Printable page with one of them. */
  getFeeInvoice: {
    method: 'GET',
    path: '/operator/fee_invoice/:id',
    auth: 'operator',
    kind: 'html',
  },
  /** ZIP of a month: all receipts and fee invoices, and tables of these and of payouts. */
  exportRecords: { method: 'GET', path: '/operator/export/:month', auth: 'operator', kind: 'file' },
  getBooks: { method: 'GET', path: '/operator/books', auth: 'operator' },
})
