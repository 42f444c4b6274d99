import type { Room } from '#contract/rooms.ts'
import { Links } from '#pwa/features/profile/Links.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Where else the room lives. */
export const RoomLinks = ({ room: { room_menus } }: { room: Room }) =>
  room_menus.length === 0 ? (
    <Notice>ルームに載せているリンクはありません。</Notice>
  ) : (
    <Links links={room_menus} />
  )
