import * as z from 'zod'
import { RequiredLine } from '../monetization/shapes.ts'
import { line } from '../shared/form.schema.ts'
import { ById, Instant, Member, Yen } from '../shared/shared.schema.ts'
import { sortable } from '../shared/sort.schema.ts'
import { ADDRESSEE_MAX } from './limits.ts'
import { DatedQuery, RecordQuery } from './record-query.schema.ts'

const Kind = z.enum(['room', 'event', 'digital_ticket'])
/** `pending`: on its way. `failed`: returned to us, for an operator. */
const RefundState = z.enum(['none', 'pending', 'failed'])

export const Payment = z.object({
  id: z.string(),
  kind: Kind,
  subject: z.object({ id: z.string(), title: z.string() }),
  amount: Yen,
  /** Yen that a code took off the price; the amount is without them. */
  discount: Yen,
  status: z.enum(['succeeded', 'refunded', 'failed', 'confirming']),
  paid_at: Instant,
  refunded_amount: Yen,
  seller: z.string(),
  receipt_number: z.string().nullable(),
  /** Of the receipt, once chosen. */
  addressee: z.string().nullable(),
  refund: RefundState,
  /** `konbini`: in a convenience store, with a refund to a bank account. */
  method: z.enum(['card', 'konbini']),
  /** The provider waits for the bank account of a refund, for which it has emailed the buyer. */
  asks_account: z.boolean(),
  can: z.object({ refund: z.boolean() }),
  /** Why the buyer may request a refund, and until when, if limited. */
  refundable: z
    .object({ why: z.enum(['never_started', 'moved']), until: Instant.nullable() })
    .nullable(),
})

export const Sale = z.object({
  id: z.string(),
  kind: Kind,
  subject: z.object({ id: z.string(), title: z.string() }),
  buyer: Member,
  amount: Yen,
  /** Yen that a code took off the price; the amount is without them. */
  discount: Yen,
  status: z.enum(['succeeded', 'refunded', 'disputed']),
  paid_at: Instant,
  refunded_amount: Yen,
  receipt_number: z.string().nullable(),
  refund: RefundState,
  method: z.enum(['card', 'konbini']),
  asks_account: z.boolean(),
  can: z.object({ refund: z.boolean() }),
})

/** A refund that was made. */
export const Refund = z.object({
  id: z.string(),
  /** The id of the refunded payment. */
  payment: z.string(),
  kind: Kind,
  title: z.string(),
  amount: Yen,
  refunded_at: Instant,
  /** Of its receipt; null: of a second payment of one purchase, for which there is none. */
  receipt_number: z.string().nullable(),
  /** Of the receipt, once chosen. */
  addressee: z.string().nullable(),
})

export const OwnRefund = Refund.extend({ seller: z.string() })
export const SaleRefund = Refund.extend({ buyer: Member })

export const Year = z.string().regex(/^2\d{3}$/)

const SaleOrder = sortable(['paid', 'buyer', 'product'], ['amount'])

export const shapes = {
  getReceipt: { params: ById },
  getSaleReceipt: { params: ById },
  nameReceipt: {
    params: ById,
    body: z.object({ addressee: line.pipe(RequiredLine('宛名', ADDRESSEE_MAX)) }),
  },
  exportPayments: { params: z.object({ year: Year }) },
  listPayments: { query: RecordQuery, output: z.array(Payment) },
  listSales: {
    query: RecordQuery.extend({
      ...SaleOrder,
      event: z.string().optional(),
      room: z.string().optional(),
    }),
    output: z.array(Sale),
  },
  listRefunds: { query: DatedQuery, output: z.array(OwnRefund) },
  listSaleRefunds: { query: DatedQuery, output: z.array(SaleRefund) },
  refund: { params: ById, output: z.object({ message: z.string() }) },
}
