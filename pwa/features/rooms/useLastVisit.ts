import { useEffect, useState } from 'react'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { sinceOf, visit } from './last-visit.ts'

const refresh = [rooms.listSubscribed]

/**
 * The member's last visit before this one; null for others. `isFresh`: the page shows the server's answer, not a copy,
 * so that the visit counts.
 */
export function useLastVisit(room: Room | undefined, isFresh: boolean): string | null {
  const { mutate } = useSend(rooms.visitRoom, { refresh })
  const [now] = useState(() => Date.now())
  const id = room?.id
  const seenAt = room?.seen_at
  useEffect(() => {
    if (id === undefined || seenAt === undefined || !isFresh) return
    visit(id, seenAt, Date.now())
    mutate({ params: { id } })
  }, [id, seenAt, isFresh, mutate])
  return id !== undefined && seenAt !== undefined ? sinceOf(id, seenAt, now) : null
}
