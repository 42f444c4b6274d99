import * as z from 'zod'
import { ById, Instant, Paging, Yen } from './shared.schema.ts'

export const Payment = z.object({
  id: z.string(),
  kind: z.enum(['room', 'event', 'digital_ticket']),
  subject: z.object({ id: z.string(), title: z.string() }),
  amount: Yen,
  status: z.enum(['succeeded', 'refunded', 'failed', 'confirming']),
  paid_at: Instant,
  refunded_amount: Yen,
  seller: z.string(),
  receipt_number: z.string().nullable(),
})

export const shapes = {
  getReceipt: { params: ById },
  listPayments: { query: Paging, output: z.array(Payment) },
}
