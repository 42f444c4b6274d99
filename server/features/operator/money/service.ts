import { REFUND_STARTED } from '#contract/orders/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { moveRefund } from '#server/features/orders/refunds/queries.ts'
import { requestRefund } from '#server/features/orders/refunds/refund-requests.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { findRefundRow } from './queries.ts'

/** Creates a new refund for a failed one: with the old idempotency key the provider would repeat its answer. */
export async function retryRefund(deps: SaleDeps, viewer: Viewer, id: string) {
  await transact(deps.db, async (tx) => {
    const refund = await findRefundRow(tx, id)
    if (!refund?.attempt_id) throw notFound()
    if (!(await moveRefund(tx, refund.id, ['failed'], { state: 'replaced' }))) throw notFound()
    await requestRefund(deps, tx, {
      orderId: refund.order_id,
      attemptId: refund.attempt_id,
      amount: refund.amount,
      reason: refund.reason,
      askedBy: actorOf(viewer),
    })
    await record(tx, deps, viewer, {
      action: 'refund.retry',
      target: `payment:${refund.order_id}`,
      before: { state: 'failed' },
      after: { state: 'open', amount: refund.amount },
    })
  })
  return { message: REFUND_STARTED }
}
