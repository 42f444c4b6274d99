// Stream management by the event's owner.

import type { Ingest } from '#contract/streams/calls.ts'
import { STREAM_NEEDED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { deleteArchive } from './archive/archive-deletion.ts'
import * as steps from './archive/publishment.ts'
import * as query from './broadcast-queries.ts'
import type { StreamDeps } from './deps.ts'
import * as sources from './external/source-service.ts'
import { streamHealthOf } from './stream-health.ts'
import * as keys from './stream-keys.ts'

type Flg = 0 | 1 | 2 | 3

/** The viewer's own event; 404 for anyone else. */
async function own(deps: StreamDeps, viewer: Viewer, id: string) {
  const { event, seat } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  if (!seat.who.isOwner) throw notFound()
  return event
}

async function present(
  deps: StreamDeps,
  { id, room_id }: { id: string; room_id: string },
  stream_key: string,
): Promise<Ingest> {
  const { monitor } = deps
  const open = await query.findOpen(deps.db, id)
  const source = await sources.present(deps, id)
  const running = open ? monitor.runningOf(open.id) : null
  // An external stream is not measured.
  const health = running && !source ? streamHealthOf(running) : null
  return {
    driver: deps.config.live.driver,
    source,
    rtmp_url: monitor.rtmpUrl(),
    stream_key,
    status: statusOf(open, running !== null && running.segments > 0),
    health,
    notices: monitor.noticesOf(id, open?.id, health?.advice ?? []),
    storage: await deps.storage.present(room_id, id, open),
    viewers: deps.audience.count(id),
  }
}

export const getIngest = async (deps: StreamDeps, viewer: Viewer, id: string) =>
  present(deps, await own(deps, viewer, id), await keys.readOrMake(deps, id))

export async function rotateKey(deps: StreamDeps, viewer: Viewer, id: string) {
  const event = await own(deps, viewer, id)
  const key = await keys.rotate(deps, id, (hash) => deps.monitor.replaced(id, hash))
  return present(deps, event, key)
}

export async function putSource(
  deps: StreamDeps,
  viewer: Viewer,
  id: string,
  input: sources.SourceUrls,
) {
  const event = await own(deps, viewer, id)
  await sources.put(deps, id, input)
  return present(deps, event, await keys.readOrMake(deps, id))
}

export async function deleteSource(deps: StreamDeps, viewer: Viewer, id: string) {
  const event = await own(deps, viewer, id)
  await sources.remove(deps, id)
  return present(deps, event, await keys.readOrMake(deps, id))
}

export async function deleteOwnArchive(deps: StreamDeps, viewer: Viewer, id: string) {
  await own(deps, viewer, id)
  return deleteArchive(deps, id)
}

export async function setPublishment(deps: StreamDeps, viewer: Viewer, id: string, to: Flg) {
  const event = await own(deps, viewer, id)
  if (event.status !== 'published' || !steps.STEPS[event.publishment_flg].includes(to))
    throw new ApiError(409, STREAM_STEP_REFUSED)
  const refusal = await takeStep(deps, event, to)
  if (refusal) throw refusal
  return { publishment_flg: to }
}

async function takeStep(
  deps: StreamDeps,
  { id, publishment_flg }: { id: string; publishment_flg: Flg },
  to: Flg,
) {
  if (to === 1) return goOnAir(deps, id)
  if (publishment_flg === 1) return steps.end(deps, id, to === 2 ? 2 : 3)
  return steps.closeTalk(deps, id)
}

async function goOnAir(deps: StreamDeps, eventId: string) {
  const open = await query.findOpen(deps.db, eventId)
  const running = open?.state === 'preview' ? deps.monitor.runningOf(open.id) : null
  if (!open || !running || running.segments === 0) return new ApiError(409, STREAM_NEEDED)
  return steps.goOnAir(deps, eventId, open.id)
}

function statusOf(open: query.OpenBroadcast | undefined, arrives: boolean): Ingest['status'] {
  switch (open?.state) {
    case 'on_air':
    case 'interrupted':
      return open.state
    case 'preview':
      return arrives ? 'preview' : 'idle'
    default:
      return 'idle'
  }
}
