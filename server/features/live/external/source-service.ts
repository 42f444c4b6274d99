import type { StreamSource } from '#contract/streams/calls.ts'
import { ORIGIN_REFUSED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { archiveUntil } from '../archive/archive.ts'
import * as query from '../broadcast-queries.ts'
import type { External } from './external.ts'
import type { Origins } from './origins.ts'
import { deleteSource, findSource, openArchive, putSource } from './source-queries.ts'

type SourceUrls = Pick<StreamSource, 'live_url' | 'archive_url'>

/** External source of an event's stream, set by its owner. */
export function sourceService(
  { db, clock, bus, config }: GivenDeps,
  origins: Origins,
  external: External,
) {
  const isOurs = config.live.driver !== 'external'

  /** Opens the archive of an ended stream at once if its window is still open. */
  async function fillArchive(eventId: string) {
    const event = await query.findArchive(db, eventId)
    const last = (await query.listEnded(db, eventId)).at(-1)
    if (!event || event.archive === 1 || event.archive_days === 0 || !last?.ended_at) return
    const until = archiveUntil(new Date(last.ended_at), event.archive_days)
    if (clock.now().toISOString() < until) await openArchive(db, eventId, until)
  }

  return {
    async present(eventId: string): Promise<StreamSource | null> {
      const row = await findSource(db, eventId)
      const live_url = row && origins.open(row.live_sealed)
      if (!live_url) return null
      const archive_url = row.archive_sealed === null ? null : origins.open(row.archive_sealed)
      return { live_url, archive_url, problem: external.troubleOf(eventId) }
    },
    async put(eventId: string, { live_url, archive_url }: SourceUrls) {
      if (isOurs) throw new ApiError(409, STREAM_STEP_REFUSED)
      const errors = Object.entries({ live_url, archive_url })
        .filter(([, url]) => url !== null && !origins.allows(url))
        .map(([field]) => [field, [ORIGIN_REFUSED]])
      if (errors.length > 0) throw invalid(Object.fromEntries(errors))
      await putSource(db, {
        event_id: eventId,
        live_sealed: origins.seal(live_url),
        archive_sealed: archive_url === null ? null : origins.seal(archive_url),
        updated_at: clock.now().toISOString(),
      })
      external.clear(eventId)
      if (archive_url !== null) await fillArchive(eventId)
      await bus.publish(EVENT_CHANGED, eventId)
    },
    async remove(eventId: string) {
      await deleteSource(db, eventId)
      external.clear(eventId)
      await bus.publish(EVENT_CHANGED, eventId)
    },
  }
}
export type SourceService = ReturnType<typeof sourceService>
