import { toCursor } from '#contract/cursor.ts'
import { TALK_CATCH_UP } from '#contract/limits.ts'
import type { TalkMessage } from '#contract/live.ts'
import { TICKET_NEEDED } from '#contract/messages.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { mayWatch } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { forbidden } from '#server/http/refusal.ts'
import * as query from './queries.ts'

interface TalkPage {
  offset: number
  point?: number | undefined
  after?: number | undefined
}

/** `client_id` goes back to its author alone. */
const present = (row: query.TalkRow, ownerId: string, viewerId: string): TalkMessage => ({
  id: toCursor(row.seq),
  message: row.message,
  created_at: row.created_at,
  member: presentMember(row),
  is_owner: row.user_id === ownerId,
  ...(row.client_id !== null && row.user_id === viewerId && { client_id: row.client_id }),
  ...(row.deletes !== null && { deletes: toCursor(row.deletes) }),
})

export function liveService({ read, clock }: Pick<Deps, 'read' | 'clock'>) {
  async function watch(viewer: Viewer, id: string) {
    const { event, seat } = await seeEvent(read, viewer, id, clock.now().toISOString())
    if (!mayWatch(seat)) throw forbidden(TICKET_NEEDED)
    return event
  }

  return {
    /** Oldest first. */
    async listTalk(viewer: Viewer, id: string, { offset, point, after }: TalkPage) {
      const event = await watch(viewer, id)
      const rows =
        after === undefined
          ? (await query.talkBefore(read, id, point, offset)).reverse()
          : await query.talkAfter(read, id, after, TALK_CATCH_UP)
      return rows.map((row) => present(row, event.owner_id, viewer.id))
    },
  }
}
