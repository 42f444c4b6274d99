import { rooms } from '#contract/rooms.ts'

interface Input {
  params?: { roomid?: string }
  query?: { room?: string }
}

/** The keys of every room lie between these. */
export const roomKeys = () => {
  const first = JSON.stringify(['GET', rooms.getRoom.path]).slice(0, -1)
  return IDBKeyRange.bound(`${first},`, `${first},\uffff`)
}

/** Of which room a seen answer is a part: what was talked about there, or its events. */
export function roomOf(key: string): string | undefined {
  const [, , input] = JSON.parse(key) as [string, string, Input?]
  return input?.params?.roomid ?? input?.query?.room
}
