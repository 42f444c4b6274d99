import { isoNow } from '#server/ports/clock.ts'
import type { RoomDeps } from './deps.ts'
// Creates and changes a room. Members keep the price they agreed to, unless it falls.

import { ROOM_HAD_ALREADY, ROOM_NEEDS_SELLER, ROOM_TITLE_NEEDED } from '#contract/rooms/messages.ts'
import type { RoomWriting } from '#contract/rooms/shapes.ts'
import { splitTags } from '#contract/shared/tags.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { putTags } from '#server/db/tags.ts'
import { transact } from '#server/db/transact.ts'
import { requireSeller } from '#server/features/payments/require-seller.ts'
import { ApiError, forbidden, invalid } from '#server/http/api-error.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import { tintOf } from '#server/media/pictures/pictures.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './edit-room-queries.ts'
import { roomText } from './present.ts'
import { enqueueRoomPrice } from './price-propagation.ts'
import { findRoomOf, lockRoom } from './queries.ts'
import { getRoom, getVisibleRoom } from './service.ts'

type Owner = Pick<Schema['user'], 'name' | 'display_name'>

/** Hook for other features when a room's title changes. */
export type WhenRetitled = (
  deps: Deps,
  tx: Tx,
  room: Pick<Schema['room'], 'id' | 'title'>,
) => Promise<void>

interface Pictures {
  header: string | undefined
  icon: string | undefined
  tint: string | null
}
const FOLDER = 'public/room/'
const BLANK = {
  ...{ title: '', about: '', amount: 0, genre: null, tags: '' },
  ...{ header_image_path: null, icon_image_path: null },
}

const HEADER = { folder: FOLDER, field: 'header_image', side: 1_600 } as const

const ICON = { folder: FOLDER, field: 'icon_image', side: 600 } as const

/** Stores both pictures during `work`, and deletes them if it fails. */
async function withPictures<T>(
  deps: Deps,
  who: string,
  input: RoomWriting,
  work: (pictures: Pictures) => Promise<T>,
) {
  // From the stored picture: the upload, which may be expensive to decode, is decoded once.
  const tint = async (shown: string | undefined) =>
    shown ? tintOf(who, () => deps.media.read(shown)) : null
  return pictureStore(deps, HEADER).around(who, input.header_image, (header) =>
    pictureStore(deps, ICON).around(who, input.icon_image, async (icon) =>
      work({ header, icon, tint: await tint(header ?? icon) }),
    ),
  )
}

const rowOf = (
  deps: Deps,
  before: Pick<Schema['room'], keyof typeof BLANK> & { tint?: string | null },
  input: RoomWriting,
  pictures: Pictures,
) => ({
  title: input.title ?? before.title,
  about: input.about ?? before.about,
  amount: input.amount ?? before.amount,
  genre: input.genre === undefined ? before.genre : input.genre || null,
  tags: input.tags ?? before.tags,
  header_image_path: pictureAfter(before.header_image_path, input.header_image, pictures.header),
  icon_image_path: pictureAfter(before.icon_image_path, input.icon_image, pictures.icon),
  tint: pictures.tint ?? before.tint ?? null,
  updated_at: isoNow(deps),
})

const assertAllowed = (deps: Deps, { title, about, tags = '', room_menus }: RoomWriting) =>
  deps.words.assertAllowed({
    ...{ title, about, tags: splitTags(tags) },
    room_menus: room_menus?.map((menu) => menu.title),
  })

async function write(
  deps: Deps,
  tx: Tx,
  id: string,
  row: { title: string; about: string; tags: string },
  owner: Owner,
  input: RoomWriting,
) {
  if (input.room_menus) await query.replaceMenus(tx, id, input.room_menus, deps.newId)
  await putTags(tx, 'room', id, row.tags)
  await deps.engine.search.put(tx, 'room', id, roomText(row, owner))
}

async function open(deps: Deps, viewer: Viewer, input: RoomWriting, pictures: Pictures) {
  const row = rowOf(deps, BLANK, input, pictures)
  return transact(deps.db, async (tx) => {
    const owner = await query.lockOwner(tx, viewer.id)
    if (owner.hasRoom) throw new ApiError(409, ROOM_HAD_ALREADY)
    if (row.amount > 0) await requireSeller(tx, viewer.id, ROOM_NEEDS_SELLER)
    const id = deps.newId()
    await query.insertRoom(tx, {
      ...row,
      id,
      owner_id: viewer.id,
      state: 1,
      subscribers: 0,
      last_posted_at: null,
      created_at: row.updated_at,
    })
    await write(deps, tx, id, row, owner, input)
    return owner.name
  })
}

/** Returns the paths of replaced pictures. */
const change = (
  deps: RoomDeps,
  viewer: Viewer,
  roomId: string,
  input: RoomWriting,
  pictures: Pictures,
) =>
  transact(deps.db, async (tx) => {
    const owner = await query.lockOwner(tx, viewer.id)
    const before = await lockRoom(tx, roomId)
    const row = rowOf(deps, before, input, pictures)
    if (row.amount > 0 && row.amount !== before.amount)
      await requireSeller(tx, viewer.id, ROOM_NEEDS_SELLER)
    await query.updateRoom(tx, roomId, row)
    if (row.amount < before.amount) await enqueueRoomPrice(deps, tx, roomId)
    await write(deps, tx, roomId, row, owner, input)
    if (row.title !== before.title)
      for (const notify of deps.whenRetitled)
        await notify(deps, tx, { id: roomId, title: row.title })
    return [
      row.header_image_path === before.header_image_path ? null : before.header_image_path,
      row.icon_image_path === before.icon_image_path ? null : before.icon_image_path,
    ]
  })

export async function createRoom(deps: Deps, viewer: Viewer, read: () => Promise<RoomWriting>) {
  if (await findRoomOf(deps.db, viewer.id, viewer.id)) throw new ApiError(409, ROOM_HAD_ALREADY)
  const input = await read()
  if (!input.title) throw invalid({ title: [ROOM_TITLE_NEEDED] })
  await assertAllowed(deps, input)
  const name = await withPictures(deps, viewer.id, input, (pictures) =>
    open(deps, viewer, input, pictures),
  )
  return getRoom({ ...deps, read: deps.db }, viewer, name)
}

export async function changeRoom(
  deps: RoomDeps,
  viewer: Viewer,
  name: string,
  read: () => Promise<RoomWriting>,
) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!room.who.isOwner) throw forbidden()
  const input = await read()
  await assertAllowed(deps, input)
  const replacedPaths = await withPictures(deps, viewer.id, input, (pictures) =>
    change(deps, viewer, room.id, input, pictures),
  )
  for (const path of replacedPaths) await pictureStore(deps, HEADER).drop(path)
  return getRoom({ ...deps, read: deps.db }, viewer, name)
}
