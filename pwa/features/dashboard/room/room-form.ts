import type { Room } from '#contract/rooms.ts'
import { formOfChanges, type Said } from '#pwa/lib/editing/edit-form.ts'
import { linksText, withoutBlanks } from '#pwa/lib/editing/links.ts'

/** What the form holds: texts, as they are typed. */
export interface RoomValues {
  title: string
  about: string
  amount: string
  room_menus: string
}

/** What may be left empty, and emptied again. */
export const OPTIONAL: readonly (keyof RoomValues)[] = ['about']

/** A room as the form shows it; a new one costs nothing. */
export const savedRoom = (room: Room | null): RoomValues => ({
  title: room?.title ?? '',
  about: room?.about ?? '',
  amount: String(room?.amount ?? 0),
  room_menus: linksText(room?.room_menus ?? []),
})

/** What is sent: what differs from what is saved. */
export const roomFormOf = (said: Said<RoomValues>) =>
  formOfChanges({
    ...said,
    values: { ...said.values, room_menus: withoutBlanks(said.values.room_menus) },
  })
