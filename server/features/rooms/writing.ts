import { ROOM_HAD_ALREADY, ROOM_NEEDS_SELLER, ROOM_TITLE_NEEDED } from '#contract/messages.ts'
import type { RoomWriting } from '#contract/rooms.schema.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { requireSeller } from '#server/features/payments/require-seller.ts'
import { forbidden, invalid, Refusal } from '#server/http/refusal.ts'
import { keptPictures, pictureAfter } from '#server/media/pictures/kept.ts'
import { tintOf } from '#server/media/pictures/pictures.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { roomText } from './present.ts'
import { lockRoom } from './queries.ts'
import { roomsService, seeRoom } from './service.ts'
import * as query from './writing-queries.ts'

type WritingDeps = Pick<Deps, 'db' | 'engine' | 'clock' | 'newId' | 'media' | 'words'>
type Owner = Pick<Schema['user'], 'name' | 'display_name'>

/** What else goes by a room's title. */
export type WhenRetitled = (tx: Tx, room: Pick<Schema['room'], 'id' | 'title'>) => Promise<void>

interface Pictures {
  header: string | undefined
  icon: string | undefined
  tint: string | null
}
const FOLDER = 'public/room/'
const BLANK = { title: '', about: '', amount: 0, header_image_path: null, icon_image_path: null }

/** Opening a room, and changing it. Who is a member keeps paying what they agreed to. */
export function roomWriting(deps: WritingDeps, whenRetitled: readonly WhenRetitled[]) {
  const { db, engine, clock, newId, words } = deps
  const headers = keptPictures(deps, { folder: FOLDER, field: 'header_image', side: 1_600 })
  const icons = keptPictures(deps, { folder: FOLDER, field: 'icon_image', side: 600 })
  const { get } = roomsService({ ...deps, read: db })

  /** Both pictures kept while `work` runs; neither stays where it fails. */
  async function withPictures<T>(
    who: string,
    said: RoomWriting,
    work: (pictures: Pictures) => Promise<T>,
  ) {
    const shown = said.header_image || said.icon_image
    const tintOfShown = async () =>
      shown ? tintOf(who, new Uint8Array(await shown.arrayBuffer())) : null
    return headers.around(who, said.header_image, (header) =>
      icons.around(who, said.icon_image, async (icon) =>
        work({ header, icon, tint: await tintOfShown() }),
      ),
    )
  }
  const rowOf = (
    before: Pick<Schema['room'], keyof typeof BLANK> & { tint?: string | null },
    said: RoomWriting,
    pictures: Pictures,
  ) => ({
    title: said.title ?? before.title,
    about: said.about ?? before.about,
    amount: said.amount ?? before.amount,
    header_image_path: pictureAfter(before.header_image_path, said.header_image, pictures.header),
    icon_image_path: pictureAfter(before.icon_image_path, said.icon_image, pictures.icon),
    tint: pictures.tint ?? before.tint ?? null,
    updated_at: clock.now().toISOString(),
  })

  async function write(
    tx: Tx,
    id: string,
    row: { title: string; about: string },
    owner: Owner,
    said: RoomWriting,
  ) {
    if (said.room_menus) await query.replaceMenus(tx, id, said.room_menus, newId)
    await engine.search.put(tx, 'room', id, roomText(row, owner))
  }

  async function open(viewer: Viewer, said: RoomWriting, pictures: Pictures) {
    const row = rowOf(BLANK, said, pictures)
    return transact(db, async (tx) => {
      const owner = await query.lockOwner(tx, viewer.id)
      if (owner.hasRoom) throw new Refusal(409, ROOM_HAD_ALREADY)
      if (row.amount > 0) await requireSeller(tx, viewer.id, ROOM_NEEDS_SELLER)
      const id = newId()
      await query.insertRoom(tx, {
        ...row,
        id,
        owner_id: viewer.id,
        state: 1,
        subscribers: 0,
        last_posted_at: null,
        created_at: row.updated_at,
      })
      await write(tx, id, row, owner, said)
      return owner.name
    })
  }

  /** Returns the pictures that nobody shows any more. */
  const change = (viewer: Viewer, roomId: string, said: RoomWriting, pictures: Pictures) =>
    transact(db, async (tx) => {
      const owner = await query.lockOwner(tx, viewer.id)
      const before = await lockRoom(tx, roomId)
      const row = rowOf(before, said, pictures)
      if (row.amount > 0 && row.amount !== before.amount)
        await requireSeller(tx, viewer.id, ROOM_NEEDS_SELLER)
      await query.updateRoom(tx, roomId, row)
      await write(tx, roomId, row, owner, said)
      if (row.title !== before.title)
        for (const tell of whenRetitled) await tell(tx, { id: roomId, title: row.title })
      return [
        row.header_image_path === before.header_image_path ? null : before.header_image_path,
        row.icon_image_path === before.icon_image_path ? null : before.icon_image_path,
      ]
    })

  return {
    async create(viewer: Viewer, said: RoomWriting) {
      if (!said.title) throw invalid({ title: [ROOM_TITLE_NEEDED] })
      await words.demand({ title: said.title, about: said.about })
      const name = await withPictures(viewer.id, said, (pictures) => open(viewer, said, pictures))
      return get(viewer, name)
    },

    async change(viewer: Viewer, name: string, said: RoomWriting) {
      const room = await seeRoom(db, viewer, name)
      if (!room.who.isOwner) throw forbidden()
      await words.demand({ title: said.title, about: said.about })
      const gone = await withPictures(viewer.id, said, (pictures) =>
        change(viewer, room.id, said, pictures),
      )
      for (const path of gone) await headers.drop(path)
      return get(viewer, name)
    },
  }
}
