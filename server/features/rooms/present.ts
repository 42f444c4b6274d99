import type { Room } from '#contract/rooms/calls.ts'
import { GENRE_IDS, type Genre } from '#contract/rooms/genres.ts'
import { hashtags, splitTags } from '#contract/shared/tags.ts'
import type { Schema } from '#server/db/schema.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { roleOf, roomRights } from './policy.ts'
import type { listMenus, RoomRow } from './queries.ts'

type MenuRow = Awaited<ReturnType<typeof listMenus>>[number]

/** A genre of a later release is none in this one. */
const genreOf = (genre: string | null): Genre | null => GENRE_IDS.find((id) => id === genre) ?? null

/** A room on the wire; `menus` may include those of other rooms. */
export function presentRoom(room: RoomRow, menus: MenuRow[], viewerId: string): Room {
  const who = roleOf(room, viewerId)
  return {
    id: room.name,
    title: room.title,
    about: room.about,
    amount: room.amount,
    subscribers: room.subscribers,
    state: room.state,
    created_date: room.created_at,
    header_image_path: publicUrl(room.header_image_path),
    icon_image_path: publicUrl(room.icon_image_path),
    tint: room.tint,
    genre: genreOf(room.genre),
    tags: splitTags(room.tags),
    owner: presentMember(room),
    room_menus: menus.filter(({ room_id }) => room_id === room.id),
    subscribed: who.isMember,
    is_owner: who.isOwner,
    ...(who.isMember && room.seen_at !== null && { seen_at: room.seen_at }),
    ...(who.isMember && { muted: room.muted_at !== null }),
    can: roomRights(who),
  }
}

interface RoomRefRow {
  owner_name: string
  room_title: string
  room_icon: string | null
  room_tint: string | null
}

/** A room as a reference in its events and tickets. */
export const presentRoomRef = ({ owner_name, room_title, room_icon, room_tint }: RoomRefRow) => ({
  id: owner_name,
  title: room_title,
  icon_image_path: publicUrl(room_icon),
  tint: room_tint,
})

/** Search index text of a room. */
export const roomText = (
  { title, about, tags }: Pick<Schema['room'], 'title' | 'about' | 'tags'>,
  owner: Pick<Schema['user'], 'name' | 'display_name'>,
) => [title, owner.display_name, owner.name, about, hashtags(tags)].join('\n')
