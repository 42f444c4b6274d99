import { rooms } from '#contract/rooms.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useRoomId } from './useRoomId.ts'

/** Calls the page by its own name, if it has one, and its room's. */
export function useRoomTitle(...page: (string | undefined)[]) {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  useTitle(...page, room.data?.title)
}
