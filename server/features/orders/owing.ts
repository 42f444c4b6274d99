import { enqueue } from '#server/db/outbox.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { endsWith } from './ending.ts'
import type { Products } from './product.ts'
import * as query from './refund-queries.ts'
import { REFUND } from './refund-reasons.ts'

/** One payment that goes back. */
export interface Debt {
  orderId: string
  attemptId: string
  amount: number
  reason: string
  endsRight?: boolean
  askedBy?: string | null
}

type OweDeps = Pick<Deps, 'clock' | 'newId'>

/** Writes down that money goes back, and leaves the work in the outbox: both happen, or neither. */
export function owing({ clock, newId }: OweDeps) {
  const now = () => clock.now().toISOString()

  async function owe(tx: Tx, { orderId, attemptId, amount, reason, ...debt }: Debt) {
    const id = newId()
    await query.insertRefund(tx, {
      id,
      order_id: orderId,
      attempt_id: attemptId,
      amount,
      reason,
      ends_right: debt.endsRight ? 1 : 0,
      asked_by: debt.askedBy ?? null,
      state: 'open',
      refund_ref: null,
      created_at: now(),
      done_at: null,
    })
    await enqueue(tx, { id, topic: REFUND, key: `refund:${id}`, payload: { id }, now: now() })
  }

  return {
    owe,

    /**
     * All that is left of an order, and the right that came of it: cancelling is done here and now, the money follows.
     * Whose right ended; `owed` is false where there is nothing left to give back, or it is on its way.
     */
    async giveUp(
      tx: Tx,
      products: Products,
      order: Order,
      { reason, askedBy = null }: { reason: string; askedBy?: string | null },
    ): Promise<{ owed: boolean; holder: Id | null }> {
      const endsRight = await endsWith(tx, products, order)
      const of = { userId: order.buyer_id, productId: order.subject_id, orderId: order.id }
      const ended = endsRight && (await products[order.kind]?.revoke(tx, { ...of, at: now() }))
      const holder = ended || null
      const today = await query.lockOrder(tx, order.id)
      const paying = await query.findPaying(tx, order.id)
      if (today?.state !== 'settled' || !paying) return { owed: false, holder }
      const gone = await query.sumRefunds(tx, order.id, ['open', 'done'])
      const amount = order.amount - gone
      if (amount <= 0) return { owed: false, holder }
      await query.replaceRefunds(tx, order.id, ['failed'])
      const debt = { orderId: order.id, attemptId: paying.id, amount, reason, endsRight, askedBy }
      await owe(tx, debt)
      return { owed: true, holder }
    },
  }
}
