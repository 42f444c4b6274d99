import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/pages.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { findOrder } from '../checkout/queries.ts'
import type { Products } from '../product.ts'
import { type Holder, listHolders } from './cancel-queries.ts'
import { CALLED_OFF } from './reasons.ts'
import { createRefundRequests } from './refund-requests.ts'

const BATCH_SIZE = 50

const CancelWork = z.object({ id: z.string(), by: z.string() })

/** The differences between cancelling an event and a digital ticket. */
export interface CancellableProduct {
  kind: 'event' | 'digital_ticket'
  /** Outbox topic of the cancellation job. */
  topic: string
  letter: 'eventCancelled' | 'entryCancelled'
  /** Ends the sale, its own row first (lock order). False if it is ended already, or must not be. */
  close: (tx: Tx, id: string, at: string) => Promise<boolean>
  titleOf: (db: Db, id: string) => Promise<string>
  /** Notifies the holder, in the transaction that revokes the right. */
  notify?: (tx: Tx, id: string, holder: Holder, title: string) => Promise<unknown>
}

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>

/**
 * Cancels a product for all of its holders. The sale and the admission end at once; an outbox job then revokes each right
 * and requests its refund in one transaction each, so the job can be repeated.
 */
export function createProductCancellation(
  deps: CancelDeps,
  products: Products,
  occasion: CancellableProduct,
) {
  const { db, clock, newId, bus } = deps
  const { kind, topic, letter } = occasion
  const refundRequests = createRefundRequests(deps)
  const now = () => clock.now().toISOString()

  /** Revokes the right. Returns the buyer, who need not be the holder, and the refund in yen. */
  async function end(tx: Tx, id: string, { user_id, order_id }: Holder, by: string) {
    const order = order_id === null ? undefined : await findOrder(tx, order_id)
    const back = order ? order.amount - order.refunded_amount : 0
    const refundResult =
      order &&
      (await refundRequests.refundOrder(tx, products, order, { reason: CALLED_OFF, askedBy: by }))
    // A right without an order is not revoked by the refund above.
    await products[kind].revoke(tx, {
      userId: user_id,
      productId: id,
      orderId: order_id,
      at: now(),
    })
    return { buyer: order?.buyer_id ?? user_id, refund: refundResult?.requested ? back : 0 }
  }

  async function write(tx: Tx, about: string, to: string | null, title: string, refund: number) {
    await enqueueEmail(deps, tx, about, { letter, title, refund, to })
  }

  async function settle(id: string, holder: Holder, title: string, by: string) {
    const { user_id, email } = holder
    const buyer = await transact(db, async (tx) => {
      await occasion.notify?.(tx, id, holder, title)
      const { buyer, refund } = await end(tx, id, holder, by)
      const isTheirs = buyer === user_id
      await write(tx, `${id}:${user_id}`, email, title, isTheirs ? refund : 0)
      if (isTheirs || refund === 0) return buyer
      const paid = await findUser(tx, buyer)
      await write(tx, `${id}:${user_id}:${buyer}`, paid?.email ?? null, title, refund)
      return buyer
    })
    for (const who of new Set([user_id, buyer])) await bus.publish(RIGHTS_CHANGED, who)
  }

  return {
    /** False if there was nothing to cancel. */
    close: (id: string, by: string): Promise<boolean> =>
      transact(db, async (tx) => {
        if (!(await occasion.close(tx, id, now()))) return false
        const work = { id: newId(), topic, key: `${topic}:${id}` }
        await enqueue(tx, { ...work, payload: { id, by }, now: now() })
        return true
      }),

    async handle(payload: unknown) {
      const { id, by } = CancelWork.parse(payload)
      const title = await occasion.titleOf(db, id)
      const list = (after: string) => listHolders(db, kind, id, after, BATCH_SIZE)
      for await (const holders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
        for (const holder of holders) await settle(id, holder, title, by)
    },
  }
}
