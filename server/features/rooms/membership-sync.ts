// Syncs memberships with the provider's subscriptions. Each sync loads the current state, so the order of events does
// not matter.

import { setTimeout } from 'node:timers/promises'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Tx } from '#server/db/schema.ts'
import { pauseAfter, transact } from '#server/db/transact.ts'
import { notifyBuyer } from '#server/features/orders/notify.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import type { PastDueInvoice } from '#server/features/orders/subscriptions/renewals.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import { serviceUnavailable } from '#server/http/provider-errors.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { ProviderSubscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { findTitle } from './dunning-queries.ts'
import * as query from './member-queries.ts'
import { enqueueEnd } from './membership-end.ts'
import { isIn, locksAt, membershipAfter } from './past-due-rules.ts'
import { enqueueRoomPrice } from './price-propagation.ts'

/** The loaded subscription, and its past-due invoices. */
export interface SyncedSubscription {
  subscription: ProviderSubscription
  pastDue: PastDueInvoice[]
}

/** A sync repeats while concurrent ones of the same subscription are faster: each of them wins once. */
const MAX_ATTEMPTS = 8

export async function applyMembership(
  deps: SaleDeps,
  tx: Tx,
  today: Membership,
  next: ReturnType<typeof membershipAfter>,
) {
  const [was, is] = [isIn(today.status), isIn(next.status)]
  if (was !== is) await query.countMembers(tx, today.room_id, is ? 1 : -1)
  const now = isoNow(deps)
  await query.updateMembership(tx, today.id, { ...next, look: deps.newId(), looked_at: now })
  if (!is) await query.revokeRight(tx, today.room_id, today.user_id, now)
  if (!was && is) await query.restoreRight(tx, today.room_id, today.user_id)
  await notify(deps, tx, today, next)
  if (next.status === 'left' && today.subscription_ref)
    await enqueueEnd(deps, tx, today.subscription_ref)
  // The price may have fallen while a month was past due.
  if (next.status === 'active' && today.status !== 'active')
    await enqueueRoomPrice(deps, tx, today.room_id)
}

/** Notifies the member of the change. */
async function notify(
  deps: SaleDeps,
  tx: Tx,
  today: Membership,
  next: ReturnType<typeof membershipAfter>,
) {
  const { title } = await findTitle(tx, today.room_id)
  const { amount, room_id: roomId } = today
  const to = (about: string, email: PaymentEmail) =>
    notifyBuyer(deps, tx, today.user_id, `${today.id}:${about}`, email, today.id)
  if (next.past_due_at && !today.past_due_at)
    await to(`${next.past_due_at}:1`, {
      letter: 'renewalFailed',
      roomId,
      title,
      amount,
      reminder: 'first',
      locksAt: locksAt(next.past_due_at),
    })
  if (next.status === 'left' && today.past_due_at && !today.cancel_at_period_end)
    await to(today.past_due_at, { letter: 'roomLost', roomId, title })
}

/** False if a concurrent sync was faster: the loaded state is stale. */
const put = (deps: SaleDeps, before: Membership, subscription: ProviderSubscription) =>
  transact(deps.db, async (tx) => {
    await query.countMembers(tx, before.room_id, 0)
    const today = await query.findMembershipBy(tx, subscription.ref)
    if (!today || today.status === 'left') return true
    if (today.look !== before.look) return false
    await applyMembership(deps, tx, today, membershipAfter(subscription, today, isoNow(deps)))
    return true
  })

/**
 * Applies the provider's state of a subscription: paid months, status and end of the membership. Throws a 503 if
 * concurrent syncs are always faster: they store the state.
 */
export async function syncMembership(
  deps: SaleDeps,
  account: string,
  ref: string,
): Promise<SyncedSubscription> {
  for (let tried = 1; tried <= MAX_ATTEMPTS; tried++) {
    const before = await query.findMembershipBy(deps.db, ref)
    const subscription = await deps.payments.findSubscription(account, ref)
    const pastDue = await renewals.record(deps, account, subscription)
    if (!before) return { subscription, pastDue }
    if (!(await put(deps, before, subscription))) {
      await setTimeout(pauseAfter(tried, Math.random()))
      continue
    }
    await deps.bus.publish(RIGHTS_CHANGED, before.user_id)
    return { subscription, pastDue }
  }
  throw serviceUnavailable()
}
