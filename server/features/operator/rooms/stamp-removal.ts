import { stampRemoved } from '#contract/reports/messages.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { deleteStamp } from '#server/features/stamps/queries.ts'
import { afterRemoval } from '#server/features/stamps/service.ts'
import { orNotFound } from '#server/http/api-error.ts'
import type { Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'
import { getOperatorRoom } from './service.ts'

/**
 * Deletes a room's stamp with its picture, and tells the owner why. It is not hidden as texts are: the owner has the
 * picture, and can add it again after an objection.
 */
export async function removeStamp(
  deps: OperatorDeps,
  viewer: Viewer,
  { id: name, stamp_id }: { id: string; stamp_id: string },
  reason: string,
) {
  const owner = orNotFound(await findUserByName(deps.db, name))
  const room = orNotFound(await query.findRoomOf(deps.db, owner.id))
  const removed = await transact(deps.db, async (tx) => {
    const stamp = orNotFound(await deleteStamp(tx, room.id, stamp_id))
    await sendFromService(deps, tx, { to: owner.id, ...stampRemoved(stamp.name, reason) })
    await record(tx, deps, viewer, {
      action: 'stamp.remove',
      target: `room:${room.id}`,
      before: { stamp: stamp_id },
      after: { stamp: null, reason },
    })
    return stamp
  })
  await afterRemoval(deps, room.id, removed.image_path)
  return getOperatorRoom(deps, name)
}
