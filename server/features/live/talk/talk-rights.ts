import { ARCHIVE_NOT_INCLUDED } from '#contract/events/messages.ts'
import { postBlockedReason } from '#contract/live/post-blocked.ts'
import {
  canPost,
  hasArchive,
  mayModerateEvent,
  mayWatch,
  type Seat,
  whyNotWatch,
} from '#server/features/events/policy.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import { forbidden } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

export type Seen = Awaited<ReturnType<typeof getVisibleEvent>>

/** The event and the viewer's seat; refuses without the right to watch. */
export async function watch(deps: Deps, viewer: Viewer, id: string): Promise<Seen> {
  const seen = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  if (!mayWatch(seen.seat)) throw forbidden(whyNotWatch(seen.seat))
  return seen
}

/** As `watch`; refuses also with a ticket without the archive. */
export async function watchArchive(deps: Deps, viewer: Viewer, id: string): Promise<Seen> {
  const seen = await watch(deps, viewer, id)
  if (!hasArchive(seen.seat)) throw forbidden(ARCHIVE_NOT_INCLUDED)
  return seen
}

/** The event and the viewer's seat; refuses without the right to moderate. */
export async function moderate(deps: Deps, viewer: Viewer, id: string): Promise<Seen> {
  const seen = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  if (!mayModerateEvent(seen.seat)) throw forbidden()
  return seen
}

/** Refuses with a message if a viewer may not write. */
export function assertCanPost(seat: Seat): void {
  if (canPost(seat)) return
  throw forbidden(postBlockedReason(seat.event) ?? undefined)
}
