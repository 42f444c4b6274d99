import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useRoomId } from './useRoomId.ts'

/** Sets the document title: the page's own title, if any, and the room's. */
export function useRoomTitle(...page: (string | undefined)[]) {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  useTitle(...page, room.data?.title)
}
