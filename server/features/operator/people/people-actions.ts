// Operators' actions on people. Each is one transaction with its audit record.

import { SUSPEND_LAST_OPERATOR, SUSPEND_SELF } from '#contract/operator/messages.ts'
import { badgeTurned } from '#contract/reports/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { endSessions, findUserByName, lockUser } from '#server/features/auth/queries.ts'
import { SESSION_ENDED } from '#server/features/auth/sessions/access-token.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as propagation from '../suspensions/propagation.ts'
import { postSuspension } from '../suspensions/propagation.ts'
import { giveDaysAgain, lockRoomOf } from '../suspensions/queries.ts'
import { hold, release } from '../suspensions/suspend.ts'
import * as query from './queries.ts'
import { getPerson } from './service.ts'

type User = Schema['user']

async function lock(tx: Tx, name: string): Promise<User> {
  const row = orNotFound(await findUserByName(tx, name))
  const user = await lockUser(tx, row.id)
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
  deps: SaleDeps,
  tx: Tx,
  viewer: Viewer,
  user: User,
  to: 'suspended' | 'active',
  reason: string,
) {
  const at = isoNow(deps)
  const subject = { kind: 'user', subject_id: user.id } as const
  const room = await lockRoomOf(tx, user.id)
  const suspends = to === 'suspended'
  const since = suspends ? null : await release(tx, subject, room, at)
  const turned = suspends ? await hold(tx, subject, room, { reason, at }) : since !== null
  await query.changeUser(tx, user.id, { status: to }, at)
  const roomId = room && turned ? room.id : null
  if (!suspends) await giveDaysAgain(tx, { userId: user.id, roomId }, at)
  const ended = await endSessions(tx, user.id, at)
  const id = deps.newId()
  const template = suspends ? 'roomHeld' : 'roomBack'
  const suspended = since === null ? null : { since, until: at }
  await postSuspension(tx, deps, { id, userId: user.id, roomId, letter: template, suspended })
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
    at,
  })
  return { userId: user.id, roomId, ended }
}

/** Call it after the commit. */
async function notify(
  deps: SaleDeps,
  { userId, roomId, ended }: Awaited<ReturnType<typeof change>>,
) {
  await Promise.all(ended.map((id) => deps.bus.publish(SESSION_ENDED, id)))
  await deps.bus.publish(RIGHTS_CHANGED, userId)
  if (roomId) await propagation.announce(deps, roomId)
}

export async function suspend(deps: SaleDeps, viewer: Viewer, name: string, reason: string) {
  const done = await transact(deps.db, async (tx) => {
    await lockSequence(tx, query.OPERATORS)
    const user = await lock(tx, name)
    await assertSuspendable(tx, viewer, user)
    return change(deps, tx, viewer, user, 'suspended', reason)
  })
  await notify(deps, done)
  return getPerson(deps, viewer, name)
}

export async function restore(deps: SaleDeps, viewer: Viewer, name: string, reason: string) {
  const done = await transact(deps.db, async (tx) =>
    change(deps, tx, viewer, await lock(tx, name), 'active', reason),
  )
  await notify(deps, done)
  return getPerson(deps, viewer, name)
}

/** Without effect if the badge is set so already. */
export async function setOfficial(
  deps: SaleDeps,
  viewer: Viewer,
  name: string,
  official_flg: 0 | 1,
  reason: string,
) {
  await transact(deps.db, async (tx) => {
    const user = await lock(tx, name)
    if (user.official_flg === official_flg) return
    await query.changeUser(tx, user.id, { official_flg }, isoNow(deps))
    if (user.status === 'active')
      await sendFromService(deps, tx, { to: user.id, ...badgeTurned(official_flg, reason) })
    await record(tx, deps, viewer, {
      action: 'user.official',
      target: `user:${user.id}`,
      before: { official_flg: user.official_flg },
      after: { official_flg, reason },
    })
  })
  return getPerson(deps, viewer, name)
}
