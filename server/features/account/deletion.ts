// Deletes an account. Subscriptions, open payments and cards are ended at the provider first; then one transaction
// revokes the rights, ends the sessions and erases the person. Records required by law stay anonymous.

import {
  LEAVE_EVENTS_COMING,
  LEAVE_MEMBERS_PAYING,
  LEAVE_MONEY_WAITING,
} from '#contract/account/messages.ts'
import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { provePassword } from '#server/features/auth/prove-password.ts'
import { endSessions, lockUser } from '#server/features/auth/queries.ts'
import { SESSION_ENDED } from '#server/features/auth/sessions/access-token.ts'
import { issueLastInvoices } from '#server/features/monetization/fees/issue.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { holdPerson } from '#server/features/orders/right-queries.ts'
import * as waits from '#server/features/orders/waitlist/service.ts'
import { withdrawAll } from '#server/features/tickets/lottery/service.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError } from '#server/http/api-error.ts'
import { deleteOrphans } from '#server/media/orphans.ts'
import { isoNow } from '#server/ports/clock.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as query from './deletion-queries.ts'
import { erase } from './erasure.ts'

/** Refuses an owner with paying members, tickets for coming events or proceeds not yet paid out. */
async function refuseOwner(deps: SaleDeps, db: Db, userId: string) {
  if (await query.hasPayingMembers(db, userId)) throw new ApiError(409, LEAVE_MEMBERS_PAYING)
  if (await query.hasComingTickets(db, userId, isoNow(deps)))
    throw new ApiError(409, LEAVE_EVENTS_COMING)
  const balance = await readBalance(db, userId, deps.clock.now())
  const { held, available, in_transit, unbooked, blocked } = balance
  const waiting = [held, available, in_transit, unbooked, blocked.length].some((one) => one > 0)
  if (waiting) throw new ApiError(409, LEAVE_MONEY_WAITING)
}

async function endPayments(deps: SaleDeps, userId: string) {
  for (const order of await query.listOpenOrders(deps.db, userId))
    if (!(await sales.release(deps, order, 'givenUp'))) throw new ApiError(409, PAYMENT_UNFINISHED)
  for (const { account_ref, subscription_ref } of await query.listSubscriptions(deps.db, userId))
    await deps.payments.endSubscription({
      account: account_ref,
      ref: subscription_ref,
      atPeriodEnd: false,
    })
  for (const { method_ref } of await query.listCards(deps.db, userId))
    await deps.payments.dropCard(method_ref)
}

async function endRights(deps: SaleDeps, tx: Tx, userId: string) {
  for (const right of await query.listRights(tx, userId)) {
    const { kind, subject_id: productId, order_id: orderId } = right
    const revoked = { userId, productId, orderId, at: isoNow(deps), keepHandedOver: true }
    await deps.products[kind].revoke(deps, tx, revoked)
  }
}

export async function leave(deps: SaleDeps, viewer: Viewer, password: string) {
  const passwordInput = { password, field: 'password' } as const
  const user = await provePassword(deps, deps.db, viewer, passwordInput)
  await refuseOwner(deps, deps.db, user.id)
  await endPayments(deps, user.id).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw new ApiError(503, undefined, { retryAfter: 5 })
    throw error
  })
  const { ended, files } = await transact(deps.db, async (tx) => {
    // From this lock on the account can neither acquire nor sell anything, so the second check is final.
    if (!(await holdPerson(tx, user.id))) throw new ApiError(401)
    await query.endSales(tx, user.id)
    await refuseOwner(deps, tx, user.id)
    await endRights(deps, tx, user.id)
    await waits.leaveAll(tx, user.id, isoNow(deps))
    await withdrawAll(tx, user.id)
    const ended = await endSessions(tx, user.id, isoNow(deps))
    await issueLastInvoices(deps, tx, user.id)
    const files = await erase(tx, deps.engine.search, await lockUser(tx, user.id), isoNow(deps))
    await enqueueEmail(deps, tx, user.id, { letter: 'left', to: user.email, at: isoNow(deps) })
    return { ended, files }
  })
  await Promise.all(ended.map((id) => deps.bus.publish(SESSION_ENDED, id)))
  await deps.bus.publish(RIGHTS_CHANGED, user.id)
  // Files that cannot be deleted now are marked as orphaned; the next sweep deletes them.
  await deleteOrphans(deps, files).catch((error: unknown) =>
    deps.log.warn({ error }, 'Could not delete an orphaned file; the next sweep tries again.'),
  )
  return new Reply(undefined, { cookie: { name: 'refresh_token', value: null, maxAge: 0 } })
}
