// Cancels one order: revokes the right at once and requests the refund.

import {
  REFUND_NOT_OURS,
  REFUND_NOTHING_PAID,
  REFUND_STARTED,
  REFUNDED_ALREADY,
} from '#contract/orders/messages.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { ApiError, forbidden, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import { snapshotOf } from '../order-snapshot.ts'
import * as query from '../queries.ts'
import { refundableNow } from './policy.ts'
import { BY_OPERATOR, BY_SELLER, MOVED, NEVER_STARTED } from './reasons.ts'
import * as refundRequests from './refund-requests.ts'
import { emailHolders } from './refunded-holder.ts'

/** The refund reason for this viewer. 404 for anybody but the buyer and the seller, 403 if the buyer may not refund. */
function reasonOf(
  deps: SaleDeps,
  viewer: Viewer,
  order: NonNullable<Awaited<ReturnType<typeof query.findSold>>>,
) {
  if (order.seller_id === viewer.id) return BY_SELLER
  if (order.buyer_id !== viewer.id) throw notFound()
  const refundable = refundableNow(order, isoNow(deps))
  if (!refundable) throw forbidden(REFUND_NOT_OURS)
  return refundable.why === 'moved' ? MOVED : NEVER_STARTED
}

/** Returns the users whose rights changed. */
async function cancel(
  deps: SaleDeps,
  order: Order,
  reason: string,
  askedBy: string | null,
  alongside?: (tx: Tx) => Promise<unknown>,
) {
  const buyer = await findUser(deps.db, order.buyer_id)
  const { title } = snapshotOf(order)
  return transact(deps.db, async (tx) => {
    const { refund, ended } = await refundRequests.refundOrder(deps, tx, order, { reason, askedBy })
    if (refund === 0) return []
    await alongside?.(tx)
    const email = { letter: 'ticketCancelled', title, refund } as const
    await enqueueEmail(deps, tx, order.id, { ...email, to: buyer?.email ?? null })
    await emailHolders(deps, tx, order, ended, { letter: 'ticketTakenBack', matter: order.id })
    return [...new Set([order.buyer_id, ended.holder ?? order.buyer_id, ...ended.companions])]
  })
}

/** Does nothing more if the refund was requested before. */
async function take(
  deps: SaleDeps,
  order: Order,
  reason: string,
  askedBy: string | null,
  alongside?: (tx: Tx) => Promise<unknown>,
) {
  if (order.state === 'refunded') throw new ApiError(409, REFUNDED_ALREADY)
  if (order.state !== 'settled') throw new ApiError(409, REFUND_NOTHING_PAID)
  for (const who of await cancel(deps, order, reason, askedBy, alongside))
    await deps.bus.publish(RIGHTS_CHANGED, who)
  return { message: REFUND_STARTED }
}

export async function refund(deps: SaleDeps, viewer: Viewer, id: string) {
  const order = orNotFound(await query.findSold(deps.db, id))
  return take(deps, order, reasonOf(deps, viewer, order), viewer.id)
}

/** Refund by an operator. `alongside` runs in the same transaction, only if a refund was requested. */
export async function refundForService(
  deps: SaleDeps,
  id: string,
  askedBy: string | null,
  alongside: (tx: Tx, order: Order) => Promise<unknown>,
) {
  const order = orNotFound(await query.findSold(deps.db, id))
  return take(deps, order, BY_OPERATOR, askedBy, (tx) => alongside(tx, order))
}
