import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type { Reconciliation as Shape } from '../reconciliation.schema.ts'
import type * as schema from './shapes.ts'

export type AdminPayment = z.output<typeof schema.AdminPayment>
export type OwedRefund = z.output<typeof schema.OwedRefund>
export type Reconciliation = z.output<typeof Shape>
export type AdminFeeInvoice = z.output<typeof schema.AdminFeeInvoice>
export type AdminPayout = z.output<typeof schema.AdminPayout>
export type AdminRefund = z.output<typeof schema.AdminRefund>
export type Books = z.output<typeof schema.Books>

/** Payments, refunds and ledger of the whole service. */
export const operatorMoney = endpoints<typeof schema.shapes>()({
  /**
   * Payments of everybody by day and sum, and by a part of the name of buyer, seller or product, the addressee, a
   * receipt's number, the payment's id, or that of the provider.
   */
  listPayments: { method: 'GET', path: '/operator/payment', auth: 'operator', kind: 'list' },
  /** Printable page with the receipt of a payment and those of its refunds. */
  getReceipt: {
    method: 'GET',
    path: '/operator/payment/:id/receipt',
    auth: 'operator',
    kind: 'html',
  },
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
  /** Refunds that were made, found like payments. */
  listRefundRecords: {
    method: 'GET',
    path: '/operator/refund_record',
    auth: 'operator',
    kind: 'list',
  },
  /** Payouts to all sellers, by day, sum and seller, or the id that the provider gave. */
  listPayouts: { method: 'GET', path: '/operator/payout', auth: 'operator', kind: 'list' },
  /** The platform's invoices for its fees, and their corrections, by day, sum and seller, or their number. */
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
