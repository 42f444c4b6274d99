import { postBlockedReason } from '#contract/live/post-blocked.ts'
import {
  canPost,
  mayModerateEvent,
  mayWatch,
  type Seat,
  whyNotWatch,
} from '#server/features/events/policy.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import { forbidden } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

export type Seen = Awaited<ReturnType<typeof getVisibleEvent>>

/** The event and the viewer's seat; refuses without the right to watch. */
export function talkAccess({ read, clock }: Deps) {
  const getVisible = (viewer: Viewer, id: string) =>
    getVisibleEvent(read, viewer, id, clock.now().toISOString())
  return {
    async watch(viewer: Viewer, id: string): Promise<Seen> {
      const seen = await getVisible(viewer, id)
      if (!mayWatch(seen.seat)) throw forbidden(whyNotWatch(seen.seat))
      return seen
    },
    async moderate(viewer: Viewer, id: string): Promise<Seen> {
      const seen = await getVisible(viewer, id)
      if (!mayModerateEvent(seen.seat)) throw forbidden()
      return seen
    },
  }
}
export type TalkAccess = ReturnType<typeof talkAccess>

/** Refuses with a message if a viewer may not write. */
export function assertCanPost(seat: Seat): void {
  if (canPost(seat)) return
  throw forbidden(postBlockedReason(seat.event) ?? undefined)
}
