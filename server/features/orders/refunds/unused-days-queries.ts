import { hasRow } from '#server/db/has-row.ts'
import type { Db } from '#server/db/schema.ts'
import { UNUSED_DAYS } from './reasons.ts'

export interface PaidMonths {
  roomId: string
  /** Reason of the refunds that are not made yet. */
  reason: string
  /** Instants between which the month was paid. */
  paidAfter: string
  paidBefore: string
}

/** Paid months of a room without a refund for this reason, each with its receipt; by id after `after`. */
export const listPaidMonths = (
  db: Db,
  { roomId, reason, paidAfter, paidBefore }: PaidMonths,
  after: string,
  limit: number,
) =>
  db
    .selectFrom('order')
    .innerJoin('receipt', (on) =>
      on.onRef('receipt.order_id', '=', 'order.id').on('receipt.kind', '=', 'sale'),
    )
    .select(['order.id', 'order.amount', 'order.settled_at', 'receipt.body'])
    .where('order.kind', '=', 'room')
    .where('order.subject_id', '=', roomId)
    .where('order.state', '=', 'settled')
    .where('order.settled_at', '>', paidAfter)
    .where('order.settled_at', '<=', paidBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.order_id', '=', 'order.id')
            .where('refund.reason', '=', reason),
        ),
      ),
    )
    .where('order.id', '>', after)
    .orderBy('order.id')
    .limit(limit)
    .execute()
export type PaidMonth = Awaited<ReturnType<typeof listPaidMonths>>[number]

export const wasRefundedFor = (db: Db, orderId: string, reason: string) =>
  hasRow(
    db
      .selectFrom('refund')
      .select('id')
      .where('order_id', '=', orderId)
      .where('reason', '=', reason),
  )

/** The reason of refunds for a suspension that began at this instant: one for each month. */
export const unusedSince = (since: string) => `${UNUSED_DAYS}:${since}`
