import * as z from 'zod'
import { ById, Instant, Member, Paging, Yen } from '../shared/shared.schema.ts'

const Kind = z.enum(['room', 'event', 'digital_ticket'])
/** `pending`: on its way. `failed`: returned to us, for an operator. */
const RefundState = z.enum(['none', 'pending', 'failed'])

export const Payment = z.object({
  id: z.string(),
  kind: Kind,
  subject: z.object({ id: z.string(), title: z.string() }),
  amount: Yen,
  status: z.enum(['succeeded', 'refunded', 'failed', 'confirming']),
  paid_at: Instant,
  refunded_amount: Yen,
  seller: z.string(),
  receipt_number: z.string().nullable(),
  refund: RefundState,
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
  status: z.enum(['succeeded', 'refunded', 'disputed']),
  paid_at: Instant,
  refunded_amount: Yen,
  refund: RefundState,
  can: z.object({ refund: z.boolean() }),
})

export const shapes = {
  getReceipt: { params: ById },
  listPayments: { query: Paging, output: z.array(Payment) },
  listSales: {
    query: Paging.extend({ event: z.string().optional(), room: z.string().optional() }),
    output: z.array(Sale),
  },
  refund: { params: ById, output: z.object({ message: z.string() }) },
}
