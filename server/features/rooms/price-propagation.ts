// Gives members a lower price from their next month on. A higher price applies to new members alone.

import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import { forEachRow, pagesOf } from '#server/db/page-window.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { notifyBuyer } from '#server/features/orders/notify.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { priceOf } from '#server/features/orders/subscriptions/prices.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import { Unknown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './member-queries.ts'
import { enqueueEnd } from './membership-end.ts'
import * as price from './price-queries.ts'

/** Outbox topic of a room whose members may pay more than its price. */
export const ROOM_PRICE = 'room-price'
const PriceWork = z.object({ room: z.string() })
const BATCH_SIZE = 100

/** Enqueues the work in the transaction of its cause. */
export function enqueueRoomPrice(deps: Deps, tx: Tx, room: Id) {
  const id = deps.newId()
  return enqueue(deps, tx, { id, topic: ROOM_PRICE, key: `${ROOM_PRICE}:${id}`, payload: { room } })
}

/** The outbox job. A past-due month is paid as it was agreed; its member follows once it is paid. */
export async function handle(deps: SaleDeps, payload: unknown) {
  const { room } = PriceWork.parse(payload)
  const list = (after: string) => price.listDearer(deps.db, room, after, BATCH_SIZE)
  await forEachRow(
    pagesOf(BATCH_SIZE, list, ({ id }) => id),
    (member) => lower(deps, member),
  )
}

async function lower(deps: SaleDeps, member: price.Dearer) {
  if (member.price > 0) await lowerAtProvider(deps, member)
  const change =
    member.price > 0
      ? { amount: member.price }
      : // Free: without a subscription, like those who join now.
        { amount: 0, subscription_ref: null, current_period_end: null, fee_percent: null }
  const lowered = await transact(deps.db, async (tx) => {
    await query.countMembers(tx, member.room_id, 0)
    if (!(await price.lowerAmount(tx, member, change))) return false
    if (member.price === 0) await enqueueEnd(deps, tx, member.subscription_ref)
    const email = {
      letter: 'roomPriceLowered',
      roomId: member.room_id,
      title: member.title,
      before: member.amount,
      amount: member.price,
      from: member.current_period_end,
    } as const
    const about = `${member.id}:${deps.newId()}`
    await notifyBuyer(deps, tx, member.user_id, about, email, member.id)
    return true
  })
  if (lowered) await deps.bus.publish(RIGHTS_CHANGED, member.user_id)
}

/** First, so that no month is charged above the price that the member is told. */
async function lowerAtProvider(deps: SaleDeps, member: price.Dearer) {
  const { subscription_ref: ref, room_id, price: amount, title } = member
  const account = await renewals.accountOf(deps, ref)
  if (!account) return
  const ofRoom = await priceOf(deps, { subject_id: room_id, amount }, account, title)
  await deps.payments
    .setSubscriptionPrice({ account, ref, price: ofRoom })
    .catch((error: unknown) => {
      // No such subscription at the provider: nothing will be charged.
      if (!(error instanceof Unknown)) throw error
    })
}
