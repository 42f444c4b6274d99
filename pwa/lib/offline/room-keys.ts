import { rooms } from '#contract/rooms/calls.ts'
import { idsIn } from './input-ids.ts'

/** The range of the cache keys of `getRoom`. */
export const roomKeyRange = () => {
  const first = JSON.stringify(['GET', rooms.getRoom.path]).slice(0, -1)
  return IDBKeyRange.bound(`${first},`, `${first},\uffff`)
}

/** The room id in the key of a cached answer: of its threads, events or tickets. */
export function roomOfKey(key: string): string | undefined {
  const { roomid, room } = idsIn(JSON.parse(key))
  return roomid ?? room
}
