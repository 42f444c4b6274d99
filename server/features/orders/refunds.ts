import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import { books } from './books.ts'
import * as query from './purchase-queries.ts'

/** The outbox topic of refunds. */
export const REFUND = 'refund'
/** Why money went back: it came when there was no place left. */
export const TOO_LATE = 'too_late'

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

/** Does what an open refund asks: at the provider under its own key, then in the books. */
export function refundHandler(deps: RefundDeps) {
  const { db, clock, payments } = deps
  const book = books(deps)
  return async (payload: unknown) => {
    const { id } = payload as { id: string }
    const refund = await query.findRefund(db, id)
    if (!refund || refund.state === 'done') return
    const ref = await payments.refundCharge(
      {
        account: refund.account_ref!,
        charge: refund.intent_ref!,
        amount: refund.amount,
        metadata: { order_id: refund.order_id, refund_id: id },
      },
      `refund-${id}`,
    )
    await transact(db, async (tx) => {
      const at = clock.now().toISOString()
      const change = { state: 'refunded', refunded_amount: refund.amount } as const
      await query.moveOrder(tx, refund.order_id, ['settled'], change)
      if (!(await query.finishRefund(tx, id, ref, at))) return
      const order = await query.findOrder(tx, refund.order_id)
      await book.giveBack(
        tx,
        {
          order_id: order!.id,
          seller_id: order!.seller_id,
          amount: refund.amount,
          snapshot: order!.snapshot,
        },
        at,
      )
    })
  }
}
