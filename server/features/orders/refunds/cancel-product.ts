import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import { forEachRow, pagesOf } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { findOrder } from '../checkout/queries.ts'
import * as sales from '../checkout/service.ts'
import type { SaleDeps } from '../product.ts'
import { type Holder, listHolders } from './cancel-queries.ts'
import { CALLED_OFF } from './reasons.ts'
import { refundOrder } from './refund-requests.ts'

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
  notify?: (deps: SaleDeps, tx: Tx, id: string, holder: Holder, title: string) => Promise<unknown>
  /** Holders of tickets that this one handed over to companions; they end, and are told, with it. */
  companionsOf?: (tx: Tx, id: string, holder: Holder) => Promise<Holder[]>
}

/**
 * Cancels a product for all of its holders. The sale and the admission end at once; an outbox job then revokes each right
 * and requests its refund in one transaction each, so the job can be repeated, and cancels payments that are open. False if there was nothing to cancel.
 */
export const cancelProduct = (
  deps: SaleDeps,
  { topic, close }: CancellableProduct,
  id: string,
  by: string,
): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    if (!(await close(tx, id, isoNow(deps)))) return false
    await enqueue(deps, tx, { topic, key: `${topic}:${id}`, payload: { id, by } })
    return true
  })

/** The outbox job of a cancelled product. Open payments come last, since the provider may not answer. */
export async function handleCancelled(
  deps: SaleDeps,
  product: CancellableProduct,
  payload: unknown,
) {
  const { id, by } = CancelWork.parse(payload)
  await cancelRights(deps, product, id, by)
  await sales.releaseOpen(deps, product.kind, id)
}

async function cancelRights(deps: SaleDeps, product: CancellableProduct, id: string, by: string) {
  const title = await product.titleOf(deps.db, id)
  const list = (after: string) => listHolders(deps.db, product.kind, id, after, BATCH_SIZE)
  await forEachRow(
    pagesOf(BATCH_SIZE, list, ({ id }) => id),
    (holder) => cancelRight(deps, product, { id, title, by }, holder),
  )
}

interface Cancelled {
  id: string
  title: string
  /** The id of the person who cancelled it. */
  by: string
}

async function cancelRight(
  deps: SaleDeps,
  product: CancellableProduct,
  { id, title, by }: Cancelled,
  holder: Holder,
) {
  const { user_id, email } = holder
  const changed = new Set([user_id])
  const write = (tx: Tx, about: string, to: string | null, refund: number) =>
    enqueueEmail(deps, tx, about, { letter: product.letter, title, refund, to })
  await transact(deps.db, async (tx) => {
    const companions = (await product.companionsOf?.(tx, id, holder)) ?? []
    for (const one of [holder, ...companions]) await product.notify?.(deps, tx, id, one, title)
    const { buyer, refund } = await endRight(deps, product.kind, tx, id, holder, by)
    const isTheirs = buyer === user_id
    await write(tx, `${id}:${user_id}`, email, isTheirs ? refund : 0)
    for (const one of companions) await write(tx, `${id}:${one.user_id}`, one.email, 0)
    for (const who of [buyer, ...companions.map((one) => one.user_id)]) changed.add(who)
    if (isTheirs || refund === 0) return
    const paid = await findUser(tx, buyer)
    await write(tx, `${id}:${user_id}:${buyer}`, paid?.email ?? null, refund)
  })
  for (const who of changed) await deps.bus.publish(RIGHTS_CHANGED, who)
}

/** Revokes the right. Returns the buyer, who need not be the holder, and the refund in yen. */
async function endRight(
  deps: SaleDeps,
  kind: CancellableProduct['kind'],
  tx: Tx,
  id: string,
  { user_id, order_id }: Holder,
  by: string,
) {
  const order = order_id === null ? undefined : await findOrder(tx, order_id)
  const refunded =
    order && (await refundOrder(deps, tx, order, { reason: CALLED_OFF, askedBy: by }))
  // A right without an order is not revoked by the refund above.
  const right = { userId: user_id, productId: id, orderId: order_id }
  await deps.products[kind].revoke(deps, tx, { ...right, at: isoNow(deps) })
  return { buyer: order?.buyer_id ?? user_id, refund: refunded?.refund ?? 0 }
}
