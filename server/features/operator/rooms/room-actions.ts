// Operators' actions on rooms. Each is one transaction with its audit record.

import { roomTurned } from '#contract/reports/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as propagation from '../suspensions/propagation.ts'
import { postSuspension } from '../suspensions/propagation.ts'
import { giveDaysAgain, lockRoomOf } from '../suspensions/queries.ts'
import { hold, release } from '../suspensions/suspend.ts'
import { getOperatorRoom } from './service.ts'

type Way = 'suspend' | 'restore'

async function turn(
  deps: SaleDeps,
  tx: Tx,
  viewer: Viewer,
  name: string,
  way: Way,
  reason: string,
) {
  const owner = orNotFound(await findUserByName(tx, name))
  const room = orNotFound(await lockRoomOf(tx, owner.id))
  const at = isoNow(deps)
  const subject = { kind: 'room', subject_id: room.id } as const
  const suspends = way === 'suspend'
  const since = suspends ? null : await release(tx, subject, room, at)
  const turned = suspends ? await hold(tx, subject, room, { reason, at }) : since !== null
  const id = deps.newId()
  if (turned && !suspends) await giveDaysAgain(tx, { userId: null, roomId: room.id }, at)
  if (turned) {
    const template = suspends ? 'roomHeld' : 'roomBack'
    const suspended = since === null ? null : { since, until: at }
    const matter = { id, userId: null, roomId: room.id, letter: template, suspended } as const
    await postSuspension(tx, deps, matter)
  }
  await enqueueEmail(deps, tx, id, {
    letter: suspends ? 'roomSuspended' : 'roomRestored',
    title: room.title,
    reason,
    at,
    to: owner.email,
  })
  const word = roomTurned(way, room.title, reason)
  await sendFromService(deps, tx, { to: owner.id, ...word })
  await record(tx, deps, viewer, {
    action: suspends ? 'room.suspend' : 'room.restore',
    target: `room:${room.id}`,
    before: { suspended: !suspends },
    after: { suspended: suspends, reason },
    at,
  })
  return room.id
}

async function act(deps: SaleDeps, viewer: Viewer, name: string, way: Way, reason: string) {
  const roomId = await transact(deps.db, (tx) => turn(deps, tx, viewer, name, way, reason))
  await propagation.announce(deps, roomId)
  return getOperatorRoom(deps, name)
}

export const suspend = (deps: SaleDeps, viewer: Viewer, name: string, reason: string) =>
  act(deps, viewer, name, 'suspend', reason)

export const restore = (deps: SaleDeps, viewer: Viewer, name: string, reason: string) =>
  act(deps, viewer, name, 'restore', reason)
