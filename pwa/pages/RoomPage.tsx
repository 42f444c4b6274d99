import { rooms } from '#contract/rooms.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { RoomAboutPage } from './RoomAboutPage.tsx'
import { RoomTalkPage } from './RoomTalkPage.tsx'

/** The door of a room: its talk for those who may read it, for others what it is. */
export function RoomPage() {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  return <Loaded of={room}>{({ can }) => (can.read ? <RoomTalkPage /> : <RoomAboutPage />)}</Loaded>
}
