import type { Payment } from '#contract/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { notFound } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import * as query from './queries.ts'
import { receiptPage } from './receipt.ts'
import { listReceipts } from './receipt-queries.ts'

const STATUS: Record<Schema['order']['state'], Payment['status']> = {
  open: 'confirming',
  settled: 'succeeded',
  failed: 'failed',
  refunded: 'refunded',
}

/** A renewal is only written down unpaid once it was refused. */
const statusOf = ({ state, invoice_ref }: query.PaymentRow): Payment['status'] =>
  state === 'open' && invoice_ref !== null ? 'failed' : STATUS[state]

const present = (row: query.PaymentRow): Payment => ({
  id: row.id,
  kind: row.kind,
  subject: {
    // A room goes by its owner's name.
    id: row.kind === 'room' ? row.seller_name : row.subject_id,
    title: row.room_title ?? row.event_title ?? row.ticket_title ?? '',
  },
  amount: row.amount,
  status: statusOf(row),
  paid_at: row.settled_at ?? row.created_at,
  refunded_amount: row.refunded_amount,
  seller: row.seller_display_name,
  receipt_number: row.receipt_number,
})

export const ordersService = ({ read }: Pick<Deps, 'read'>) => ({
  async listPayments(viewer: Viewer, paging: { limit: number; offset: number }) {
    const payments = await page(paging, (limit) =>
      query.listPayments(read, viewer.id, limit, paging.offset),
    )
    return { ...payments, items: payments.items.map(present) }
  },

  async getReceipt(viewer: Viewer, orderId: string) {
    const receipts = await listReceipts(read, orderId, viewer.id)
    if (receipts.length === 0) throw notFound()
    return receiptPage(receipts)
  },
})
