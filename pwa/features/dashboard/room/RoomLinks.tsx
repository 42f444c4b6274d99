import type { Room } from '#contract/rooms/calls.ts'
import { Links } from '#pwa/features/profile/Links.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'

/** The room's external links. */
export const RoomLinks = ({ room: { room_menus } }: { room: Room }) =>
  room_menus.length === 0 ? (
    <Alert>ルームに載せているリンクはありません。</Alert>
  ) : (
    <Links links={room_menus} />
  )
