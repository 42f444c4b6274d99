import {
  LEAVE_EVENTS_COMING,
  LEAVE_MEMBERS_PAYING,
  LEAVE_MONEY_WAITING,
  PAYMENT_UNFINISHED,
} from '#contract/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { SESSION_ENDED } from '#server/features/auth/access-token.ts'
import { loginTries } from '#server/features/auth/login-tries.ts'
import { provePassword } from '#server/features/auth/proving.ts'
import { endSessions } from '#server/features/auth/queries.ts'
import { readBalance } from '#server/features/orders/balance.ts'
import type { Sales } from '#server/features/orders/sales.ts'
import type { Subjects } from '#server/features/orders/subject.ts'
import { Refusal } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { erase } from './erasure.ts'
import * as query from './leaving-queries.ts'

type LeaveDeps = Pick<
  Deps,
  'db' | 'clock' | 'bus' | 'payments' | 'config' | 'engine' | 'media' | 'log'
>

/**
 * Leaving the service. First whatever would cost somebody money later is ended at the provider; only then, in one
 * transaction, the rights, the sessions and the person go. What the law keeps stays without a name.
 */
export function leaving(
  deps: LeaveDeps,
  { sales, subjects }: { sales: Sales; subjects: Subjects },
) {
  const { db, clock, bus, payments, engine, media, log } = deps
  const tries = loginTries(clock, deps.config.rateLimits)
  const now = () => clock.now().toISOString()

  /** Others' money stands in the way: members who pay, tickets to come, proceeds not yet paid out. */
  async function refuseOwner(userId: string) {
    if (await query.hasPayingMembers(db, userId)) throw new Refusal(409, LEAVE_MEMBERS_PAYING)
    if (await query.hasComingTickets(db, userId, now())) throw new Refusal(409, LEAVE_EVENTS_COMING)
    const { held, available, in_transit, blocked } = await readBalance(db, userId, clock.now())
    const waiting = held > 0 || available > 0 || in_transit > 0 || blocked.length > 0
    if (waiting) throw new Refusal(409, LEAVE_MONEY_WAITING)
  }

  async function endPayments(userId: string) {
    for (const order of await query.listOpenOrders(db, userId))
      if (!(await sales.giveUp(order))) throw new Refusal(409, PAYMENT_UNFINISHED)
    for (const { account_ref, subscription_ref } of await query.listSubscriptions(db, userId))
      await payments.endSubscription({
        account: account_ref!,
        ref: subscription_ref!,
        atPeriodEnd: false,
      })
    for (const { method_ref } of await query.listCards(db, userId))
      await payments.dropCard(method_ref)
  }

  async function endRights(tx: Tx, userId: string) {
    for (const right of await query.listRights(tx, userId)) {
      const { kind, subject_id: subjectId, order_id: orderId } = right
      await subjects[kind]?.revoke(tx, { userId, subjectId, orderId, at: now() })
    }
  }

  return {
    async leave(viewer: Viewer, password: string, address: string) {
      const given = { password, field: 'password' } as const
      const user = await provePassword(db, tries, viewer, given, { address })
      await refuseOwner(user.id)
      await endPayments(user.id).catch((error: unknown) => {
        if (error instanceof ProviderDown) throw new Refusal(503, undefined, { retryAfter: 5 })
        throw error
      })
      const { ended, files } = await transact(db, async (tx) => {
        await endRights(tx, user.id)
        const ended = await endSessions(tx, user.id, now())
        const files = await erase(tx, user, now())
        for (const kind of ['user', 'room'] as const)
          await engine.search.remove(tx, kind, kind === 'user' ? user.id : (files.roomId ?? ''))
        return { ended, files: files.paths }
      })
      await Promise.all(ended.map((id) => bus.publish(SESSION_ENDED, id)))
      await bus.publish(RIGHTS_CHANGED, user.id)
      for (const path of files)
        await media.remove(path).catch((error: unknown) => log.warn({ error }, 'a file stayed'))
      return new Reply(undefined, { cookie: { name: 'refresh_token', value: null, maxAge: 0 } })
    },
  }
}
