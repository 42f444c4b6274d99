import type { Room } from '#contract/rooms/calls.ts'
import type { Genre } from '#contract/rooms/genres.ts'
import { joinTags } from '#contract/shared/tags.ts'
import { type EditorInput, formOfChanges } from '#pwa/lib/forms/editing/edit-form.ts'
import { linksText, withoutBlanks } from '#pwa/lib/forms/editing/link-drafts.ts'

/** The values of the form: texts, as typed. */
export interface RoomValues {
  title: string
  about: string
  amount: string
  genre: Genre | ''
  tags: string
  room_menus: string
}

/** Fields that may be empty. */
export const OPTIONAL_ROOM_FIELDS: readonly (keyof RoomValues)[] = ['about', 'genre', 'tags']

/** A room as form values; a new one is free. */
export const savedRoom = (room: Room | null): RoomValues => ({
  title: room?.title ?? '',
  about: room?.about ?? '',
  amount: String(room?.amount ?? 0),
  genre: room?.genre ?? '',
  tags: joinTags(room?.tags ?? []),
  room_menus: linksText(room?.room_menus ?? []),
})

/** The request body: only changed fields. */
export const roomFormOf = (input: EditorInput<RoomValues>) =>
  formOfChanges({
    ...input,
    values: { ...input.values, room_menus: withoutBlanks(input.values.room_menus) },
  })
