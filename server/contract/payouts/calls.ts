import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Payout = z.output<typeof schema.Payout>
export type Payouts = z.output<typeof schema.Payouts>
export type FeeInvoice = z.output<typeof schema.FeeInvoice>

export const payouts = endpoints<typeof schema.shapes>()({
  listPayouts: { method: 'GET', path: '/me/payout', auth: 'viewer' },
  /** All payouts, by the day of their start. */
  listPayoutRecords: { method: 'GET', path: '/me/payout_record', auth: 'viewer', kind: 'list' },
  /** The platform's fee invoices and their corrections, by the day of their issue. */
  listFeeInvoices: { method: 'GET', path: '/me/fee_invoice', auth: 'viewer', kind: 'list' },
  /** Months with a fee invoice of the platform, newest first. */
  listFees: { method: 'GET', path: '/me/fee', auth: 'viewer' },
  /** ZIP of a year: receipts in the seller's name, the platform's fee invoices, and tables of these and of payouts. */
  exportSales: { method: 'GET', path: '/me/sale_export/:year', auth: 'viewer', kind: 'file' },
  /** Printable fee invoice of the platform for one month, with its corrections. */
  getFee: { method: 'GET', path: '/me/fee/:month', auth: 'viewer', kind: 'html' },
})
