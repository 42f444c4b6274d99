import type { LiveUrl } from '#contract/live.ts'
import { ARCHIVE_NONE, EVENT_ENDED, EVENT_WAITING, TICKET_NEEDED } from '#contract/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { archiveIsOpen, mayWatch } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { mediaUrls } from '#server/http/media-url.ts'
import { forbidden } from '#server/http/refusal.ts'
import * as query from './queries.ts'

/** The states in which a stream is shown while it runs. */
const ON_AIR: Schema['event']['publishment_flg'][] = [1]

/** What is said where there is no picture. */
const WORDS: Record<Schema['event']['publishment_flg'], string> = {
  0: EVENT_WAITING,
  1: EVENT_WAITING,
  2: EVENT_ENDED,
  3: EVENT_ENDED,
}

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
  }
}
