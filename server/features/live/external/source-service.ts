// External source of an event's stream, set by its owner.

import type { StreamSource } from '#contract/streams/calls.ts'
import { ORIGIN_REFUSED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import { archiveUntil } from '../archive/archive.ts'
import * as query from '../broadcast-queries.ts'
import type { StreamDeps } from '../deps.ts'
import { deleteSource, findSource, openArchive, putSource } from './source-queries.ts'

export type SourceUrls = Pick<StreamSource, 'live_url' | 'archive_url'>

/** Opens the archive of an ended stream at once if its window is still open. */
async function fillArchive(deps: StreamDeps, eventId: string) {
  const event = await query.findArchive(deps.db, eventId)
  const last = (await query.listEnded(deps.db, eventId)).at(-1)
  if (!event || event.archive === 1 || event.archive_days === 0 || !last?.ended_at) return
  const until = archiveUntil(new Date(last.ended_at), event.archive_days)
  if (isoNow(deps) < until) await openArchive(deps.db, eventId, until)
}

export async function present(
  { db, origins, external }: StreamDeps,
  eventId: string,
): Promise<StreamSource | null> {
  const row = await findSource(db, eventId)
  const live_url = row && origins.open(row.live_sealed)
  if (!live_url) return null
  const archive_url = row.archive_sealed === null ? null : origins.open(row.archive_sealed)
  return { live_url, archive_url, problem: external.problemOf(eventId) }
}

export async function put(
  deps: StreamDeps,
  eventId: string,
  { live_url, archive_url }: SourceUrls,
) {
  const { db, bus, config, origins, external } = deps
  if (config.live.driver !== 'external') throw new ApiError(409, STREAM_STEP_REFUSED)
  const errors = Object.entries({ live_url, archive_url })
    .filter(([, url]) => url !== null && !origins.allows(url))
    .map(([field]) => [field, [ORIGIN_REFUSED]])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  await putSource(db, {
    event_id: eventId,
    live_sealed: origins.seal(live_url),
    archive_sealed: archive_url === null ? null : origins.seal(archive_url),
    updated_at: isoNow(deps),
  })
  external.clear(eventId)
  if (archive_url !== null) await fillArchive(deps, eventId)
  await bus.publish(EVENT_CHANGED, eventId)
}

export async function remove({ db, bus, external }: StreamDeps, eventId: string) {
  await deleteSource(db, eventId)
  external.clear(eventId)
  await bus.publish(EVENT_CHANGED, eventId)
}
