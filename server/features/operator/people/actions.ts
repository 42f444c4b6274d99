import { SUSPEND_LAST_OPERATOR, SUSPEND_SELF } from '#contract/operator/messages.ts'
import { badgeTurned } from '#contract/reports/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { endSessions, findUserByName, lockUser } from '#server/features/auth/queries.ts'
import { SESSION_ENDED } from '#server/features/auth/sessions/access-token.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import { hold, release } from '../suspensions/holding.ts'
import { postSuspension, type SuspensionPropagation } from '../suspensions/propagation.ts'
import { giveDaysAgain, lockRoomOf } from '../suspensions/queries.ts'
import * as query from './queries.ts'
import { peopleService } from './service.ts'

type ActionDeps = Pick<Deps, 'db' | 'read' | 'engine' | 'clock' | 'newId' | 'bus'>
type User = Schema['user']

/** Operators' actions on people. Each is one transaction with its audit record. */
export function peopleActions(
  deps: ActionDeps,
  propagation: Pick<SuspensionPropagation, 'announce'>,
) {
  const { db, clock, newId, bus } = deps
  const { get } = peopleService(deps)

  async function lock(tx: Tx, name: string): Promise<User> {
    const found = await findUserByName(tx, name)
    if (!found) throw notFound()
    const user = await lockUser(tx, found.id)
    if (user.status === 'deleted') throw notFound()
    return user
  }

  async function assertSuspendable(tx: Tx, viewer: Viewer, user: User) {
    if (user.id === viewer.id) throw new ApiError(409, SUSPEND_SELF)
    const isOperator = user.role === 'operator' && user.status === 'active'
    if (isOperator && (await query.countOperators(tx)) <= 1)
      throw new ApiError(409, SUSPEND_LAST_OPERATOR)
  }

  /** Locks the person, then their room, and enqueues follow-up work. */
  async function change(
    tx: Tx,
    viewer: Viewer,
    user: User,
    to: 'suspended' | 'active',
    reason: string,
  ) {
    const at = clock.now().toISOString()
    const subject = { kind: 'user', subject_id: user.id } as const
    const room = await lockRoomOf(tx, user.id)
    const suspends = to === 'suspended'
    const turned = suspends
      ? await hold(tx, subject, room, { reason, at })
      : await release(tx, subject, room, at)
    await query.changeUser(tx, user.id, { status: to }, at)
    const roomId = room && turned ? room.id : null
    if (!suspends) await giveDaysAgain(tx, { userId: user.id, roomId }, at)
    const ended = await endSessions(tx, user.id, at)
    const id = newId()
    const template = suspends ? 'roomHeld' : 'roomBack'
    await postSuspension(tx, deps, { id, userId: user.id, roomId, letter: template })
    await enqueueEmail(deps, tx, id, {
      letter: suspends ? 'accountSuspended' : 'accountRestored',
      reason,
      at,
      to: user.email,
    })
    await record(tx, deps, viewer, {
      action: suspends ? 'user.suspend' : 'user.restore',
      target: `user:${user.id}`,
      before: { status: user.status, ...(roomId && { room: suspends ? 'open' : 'suspended' }) },
      after: { status: to, ...(roomId && { room: suspends ? 'suspended' : 'open' }), reason },
    })
    return { userId: user.id, roomId, ended }
  }

  /** Call it after the commit. */
  async function notify({ userId, roomId, ended }: Awaited<ReturnType<typeof change>>) {
    await Promise.all(ended.map((id) => bus.publish(SESSION_ENDED, id)))
    await bus.publish(RIGHTS_CHANGED, userId)
    if (roomId) await propagation.announce(roomId)
  }

  return {
    async suspend(viewer: Viewer, name: string, reason: string) {
      const done = await transact(db, async (tx) => {
        await lockSequence(tx, query.OPERATORS)
        const user = await lock(tx, name)
        await assertSuspendable(tx, viewer, user)
        return change(tx, viewer, user, 'suspended', reason)
      })
      await notify(done)
      return get(viewer, name)
    },

    async restore(viewer: Viewer, name: string, reason: string) {
      const done = await transact(db, async (tx) =>
        change(tx, viewer, await lock(tx, name), 'active', reason),
      )
      await notify(done)
      return get(viewer, name)
    },

    /** Without effect if the badge is set so already. */
    async setOfficial(viewer: Viewer, name: string, official_flg: 0 | 1, reason: string) {
      await transact(db, async (tx) => {
        const user = await lock(tx, name)
        if (user.official_flg === official_flg) return
        await query.changeUser(tx, user.id, { official_flg }, clock.now().toISOString())
        if (user.status === 'active')
          await sendFromService(deps, tx, { to: user.id, ...badgeTurned(official_flg, reason) })
        await record(tx, deps, viewer, {
          action: 'user.official',
          target: `user:${user.id}`,
          before: { official_flg: user.official_flg },
          after: { official_flg, reason },
        })
      })
      return get(viewer, name)
    },
  }
}
