import { defined } from '#contract/lib/defined.ts'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import { STAMPS_FULL } from '#contract/stamps/messages.ts'
import type { StampWriting } from '#contract/stamps/shapes.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { mayEdit } from '#server/features/rooms/policy.ts'
import { lockRoom } from '#server/features/rooms/queries.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { ApiError, forbidden } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { pictureStore } from '#server/media/pictures/picture-store.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { StampDeps } from './deps.ts'
import * as query from './queries.ts'

const PICTURE = { folder: 'public/stamp/', field: 'image', side: STAMP_MAX.side } as const

async function editableRoom(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!mayEdit(room.who)) throw forbidden()
  return room
}

export const presentStamp = ({
  id,
  name,
  image_path,
}: Pick<Schema['stamp'], 'id' | 'name' | 'image_path'>): RoomStamp => ({
  ...{ id, name },
  image_path: publicUrl(image_path),
})

export async function list(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  return (await query.listStamps(deps.read, room.id)).map(presentStamp)
}

/** The position behind the others. */
async function nextPosition(tx: Tx, roomId: string): Promise<number> {
  const known = await query.listStamps(tx, roomId)
  if (known.length >= STAMP_MAX.count) throw new ApiError(409, STAMPS_FULL)
  return (known.at(-1)?.position ?? -1) + 1
}

export async function add(
  deps: Deps,
  viewer: Viewer,
  name: string,
  read: () => Promise<StampWriting>,
) {
  const room = await editableRoom(deps, viewer, name)
  const { stamp_name, image } = await read()
  await deps.words.assertAllowed({ stamp_name })
  return pictureStore(deps, PICTURE).around(viewer.id, image, (image_path) =>
    transact(deps.db, async (tx) => {
      await lockRoom(tx, room.id)
      const stamp = {
        ...{ id: deps.newId(), room_id: room.id, name: stamp_name, created_at: isoNow(deps) },
        image_path: defined(image_path, 'the stored picture'),
        position: await nextPosition(tx, room.id),
      }
      await query.insertStamp(tx, stamp)
      return presentStamp(stamp)
    }),
  )
}

/** Ids of other rooms, and of stamps that were removed meanwhile, are ignored. */
export async function order(deps: Deps, viewer: Viewer, name: string, ids: string[]) {
  const room = await editableRoom(deps, viewer, name)
  await transact(deps.db, async (tx) => {
    await lockRoom(tx, room.id)
    const known = (await query.listStamps(tx, room.id)).map(({ id }) => id)
    const ordered = [...new Set([...ids.filter((id) => known.includes(id)), ...known])]
    for (const [position, id] of ordered.entries()) await query.setPosition(tx, id, position)
  })
}

/** After the commit that removed a stamp: its picture is deleted, and open talks show its name instead. */
export async function afterRemoval(deps: StampDeps, roomId: string, image_path: string) {
  await pictureStore(deps, PICTURE).drop(image_path)
  for (const { id } of await query.listOpenTalks(deps.db, roomId)) await deps.talk.renew(id)
}

/** Idempotent. */
export async function remove(deps: StampDeps, viewer: Viewer, name: string, id: string) {
  const room = await editableRoom(deps, viewer, name)
  const removed = await transact(deps.db, (tx) => query.deleteStamp(tx, room.id, id))
  if (removed) await afterRemoval(deps, room.id, removed.image_path)
}
