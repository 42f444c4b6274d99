import { rooms } from '#contract/rooms/calls.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { RoomAboutPage } from './RoomAboutPage.tsx'
import { RoomTalkPage } from './RoomTalkPage.tsx'

/** A room's start page: its talk for users who may read it, its description for others. */
export function RoomPage() {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  return <Loaded of={room}>{({ can }) => (can.read ? <RoomTalkPage /> : <RoomAboutPage />)}</Loaded>
}
