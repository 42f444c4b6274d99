import * as z from 'zod'
import { DatedQuery } from '../../orders/record-query.schema.ts'
import { Refund } from '../../orders/shapes.ts'
import { FeeInvoice, Month as PastMonth, Payout } from '../../payouts/shapes.ts'
import { SEARCH_MAX } from '../../shared/limits.ts'
import { ById, Instant, Paging, Yen } from '../../shared/shared.schema.ts'
import { Reason } from '../reason.schema.ts'
import { reconciliationShapes } from '../reconciliation.schema.ts'

const Kind = z.enum(['room', 'event', 'digital_ticket'])

const Seller = {
  /** Handle. */
  seller: z.string(),
  seller_name: z.string(),
}
const Sides = { buyer: z.string(), buyer_name: z.string(), ...Seller }

export const AdminPayment = z.object({
  id: z.string(),
  kind: Kind,
  title: z.string(),
  ...Sides,
  amount: Yen,
  refunded_amount: Yen,
  state: z.enum(['open', 'settled', 'failed', 'refunded']),
  paid_at: Instant.nullable(),
  created_at: Instant,
  receipt_number: z.string().nullable(),
  disputed: z.boolean(),
  /** An inquiry of the buyer's bank, or a fraud warning, is open. */
  warned: z.boolean(),
  refund: z.enum(['none', 'pending', 'failed']),
  can: z.object({ refund: z.boolean() }),
})

export const OwedRefund = z.object({
  id: z.string(),
  payment: z.string(),
  title: z.string(),
  buyer: z.string(),
  amount: Yen,
  /** `open`: requested, not confirmed yet. `failed`: returned to us. */
  state: z.enum(['open', 'failed']),
  reason: z.string(),
  created_at: Instant,
})

export const AdminFeeInvoice = FeeInvoice.extend(Seller)
export const AdminPayout = Payout.extend(Seller)
export const AdminRefund = Refund.extend(Sides)

const Month = z.object({
  /** `2026-11`, in Japanese time. */
  month: z.string(),
  /** Yen: paid by buyers, refunded, kept by service and provider, earned by sellers. */
  sales: Yen,
  returned: Yen,
  platform_fee: Yen,
  provider_fee: Yen,
  sellers: Yen,
})

export const Books = z.object({
  /** Newest first. */
  months: z.array(Month),
  total: Month.omit({ month: true }),
  /** Paid by buyers, but not in the ledger yet: the provider has not reported its fees. */
  unbooked: Yen,
  /** Percent of each payment that the service keeps. */
  fee_percent: z.number(),
  /** Violated invariants of our own ledger; `getReconciliation` compares it with the provider. */
  differences: z.array(
    z.object({ what: z.enum(['movement', 'order', 'payout']), id: z.string(), amount: Yen }),
  ),
})

/** `search`: what the release before called `q`. */
const Search = DatedQuery.extend({ search: z.string().trim().max(SEARCH_MAX).optional() })

export const shapes = {
  listPayments: {
    query: Search,
    output: z.array(AdminPayment),
  },
  getReceipt: { params: ById },
  refundPayment: {
    params: ById,
    body: z.object({ reason: Reason }),
    output: z.object({ message: z.string() }),
  },
  listRefunds: { query: Paging, output: z.array(OwedRefund) },
  retryRefund: { params: ById, output: z.object({ message: z.string() }) },
  listRefundRecords: { query: DatedQuery, output: z.array(AdminRefund) },
  listPayouts: { query: DatedQuery, output: z.array(AdminPayout) },
  listFeeInvoices: { query: Search, output: z.array(AdminFeeInvoice) },
  getFeeInvoice: { params: ById },
  exportRecords: { params: z.object({ month: PastMonth }) },
  getBooks: { output: Books },
  ...reconciliationShapes,
}
