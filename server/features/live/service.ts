import { toCursor } from '#contract/cursor.ts'
import { TALK_CATCH_UP } from '#contract/limits.ts'
import type { LiveUrl, TalkMessage } from '#contract/live.ts'
import { ARCHIVE_NONE, EVENT_ENDED, EVENT_WAITING, TICKET_NEEDED } from '#contract/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { archiveIsOpen, mayWatch } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { mediaUrls } from '#server/http/media-url.ts'
import { forbidden } from '#server/http/refusal.ts'
import * as query from './queries.ts'

interface TalkPage {
  offset: number
  point?: number | undefined
  after?: number | undefined
}

/** The states in which a stream is shown while it runs. */
const ON_AIR: Schema['event']['publishment_flg'][] = [1]

/** What is said where there is no picture. */
const WORDS: Record<Schema['event']['publishment_flg'], string> = {
  0: EVENT_WAITING,
  1: EVENT_WAITING,
  2: EVENT_ENDED,
  3: EVENT_ENDED,
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

export function liveService({ read, clock, secrets }: Pick<Deps, 'read' | 'clock' | 'secrets'>) {
  const { sign } = mediaUrls({ clock, secrets })
  async function watch(viewer: Viewer, id: string) {
    const { event, seat } = await seeEvent(read, viewer, id, clock.now().toISOString())
    if (!mayWatch(seat)) throw forbidden(TICKET_NEEDED)
    return event
  }

  return {
    async getUrl(viewer: Viewer, id: string): Promise<LiveUrl> {
      const event = await watch(viewer, id)
      const stream = ON_AIR.includes(event.publishment_flg)
        ? await query.findBroadcast(read, id, 'on_air')
        : undefined
      return stream ? { url: sign(stream.folder) } : { message: WORDS[event.publishment_flg] }
    },

    async getArchiveUrl(viewer: Viewer, id: string): Promise<LiveUrl> {
      const event = await watch(viewer, id)
      const recorded = archiveIsOpen(event, clock.now().toISOString())
        ? await query.findBroadcast(read, id, 'ended')
        : undefined
      return recorded ? { url: sign(recorded.folder) } : { message: ARCHIVE_NONE }
    },

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
