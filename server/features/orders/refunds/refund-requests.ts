// Requests refunds: inserts the row and enqueues the job in one transaction.

import { enqueue } from '#server/db/outbox.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { NO_HOLDERS, type RightHolders, type SaleDeps } from '../product.ts'
import * as query from './queries.ts'
import { REFUND } from './reasons.ts'
import { endsEntitlement } from './refunded-holder.ts'

/** Input of a refund of one payment. */
export interface RefundRequest {
  orderId: string
  attemptId: string
  amount: number
  reason: string
  endsRight?: boolean
  askedBy?: string | null
}

export async function requestRefund(
  deps: Deps,
  tx: Tx,
  { orderId, attemptId, amount, reason, ...request }: RefundRequest,
) {
  const id = deps.newId()
  await query.insertRefund(tx, {
    id,
    order_id: orderId,
    attempt_id: attemptId,
    amount,
    reason,
    ends_right: request.endsRight ? 1 : 0,
    asked_by: request.askedBy ?? null,
    state: 'open',
    refund_ref: null,
    transfer: null,
    created_at: isoNow(deps),
    done_at: null,
  })
  await enqueue(deps, tx, { id, topic: REFUND, key: `refund:${id}`, payload: { id } })
}

/**
 * Refunds the rest of an order and revokes its right at once; the money follows. `ended`: the users whose rights ended.
 * `refund`: its yen; 0 if nothing is left to refund, or it is under way.
 */
export async function refundOrder(
  deps: SaleDeps,
  tx: Tx,
  order: Order,
  { reason, askedBy = null }: { reason: string; askedBy?: string | null },
): Promise<{ refund: number; ended: RightHolders }> {
  const endsRight = await endsEntitlement(tx, deps.products, order)
  const of = { userId: order.buyer_id, productId: order.subject_id, orderId: order.id }
  const ended = endsRight
    ? await deps.products[order.kind].revoke(deps, tx, { ...of, at: isoNow(deps) })
    : NO_HOLDERS
  const today = await query.lockOrder(tx, order.id)
  const paying = await query.findSettlingAttempt(tx, order.id)
  if (today.state !== 'settled' || !paying) return { refund: 0, ended }
  const amount = order.amount - (await query.sumRefunds(tx, order.id, ['open', 'done']))
  if (amount <= 0) return { refund: 0, ended }
  await query.replaceRefunds(tx, order.id, ['failed'])
  const request = {
    orderId: order.id,
    attemptId: paying.id,
    amount,
    reason,
    endsRight,
    askedBy,
  }
  await requestRefund(deps, tx, request)
  return { refund: amount, ended }
}
