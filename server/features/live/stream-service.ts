import type { Ingest } from '#contract/streams/calls.ts'
import { STREAM_NEEDED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import type { ArchiveDeletion } from './archive/archive-deletion.ts'
import { type Publishment, STEPS } from './archive/publishment.ts'
import * as query from './broadcast-queries.ts'
import type { SourceService } from './external/source-service.ts'
import { streamHealthOf } from './health.ts'
import type { IngestMonitor } from './ingest.ts'
import type { Storage } from './storage.ts'
import type { StreamKeys } from './stream-keys.ts'
import type { Viewers } from './watching/viewers.ts'

type Flg = 0 | 1 | 2 | 3

interface Parts {
  monitor: IngestMonitor
  keys: StreamKeys
  steps: Publishment
  sources: SourceService
  storage: Storage
  audience: Viewers
  deletion: ArchiveDeletion
}

/** Stream management by the event's owner. */
export function streamService(
  { db, read, clock, config }: GivenDeps,
  { monitor, keys, steps, sources, storage, audience, deletion }: Parts,
) {
  /** The viewer's own event; 404 for anyone else. */
  async function own(viewer: Viewer, id: string) {
    const { event, seat } = await getVisibleEvent(read, viewer, id, clock.now().toISOString())
    if (!seat.who.isOwner) throw notFound()
    return event
  }

  async function present(
    { id, room_id }: { id: string; room_id: string },
    stream_key: string,
  ): Promise<Ingest> {
    const open = await query.findOpen(db, id)
    const source = await sources.present(id)
    const running = open ? monitor.runningOf(open.id) : null
    return {
      driver: config.live.driver,
      source,
      rtmp_url: monitor.rtmpUrl(),
      stream_key,
      status: statusOf(open, running !== null && running.segments > 0),
      // An external stream is not measured.
      health: running && !source ? streamHealthOf(running) : null,
      storage: await storage.present(room_id, id, open),
      viewers: audience.count(id),
    }
  }

  return {
    async getIngest(viewer: Viewer, id: string) {
      return present(await own(viewer, id), await keys.readOrMake(id))
    },

    async rotateKey(viewer: Viewer, id: string) {
      return present(await own(viewer, id), await keys.rotate(id))
    },

    async putSource(viewer: Viewer, id: string, input: Parameters<SourceService['put']>[1]) {
      const event = await own(viewer, id)
      await sources.put(id, input)
      return present(event, await keys.readOrMake(id))
    },

    async deleteSource(viewer: Viewer, id: string) {
      const event = await own(viewer, id)
      await sources.remove(id)
      return present(event, await keys.readOrMake(id))
    },

    async deleteArchive(viewer: Viewer, id: string) {
      await own(viewer, id)
      return deletion.delete(id)
    },

    async setPublishment(viewer: Viewer, id: string, to: Flg) {
      const event = await own(viewer, id)
      if (event.status !== 'published' || !STEPS[event.publishment_flg].includes(to))
        throw new ApiError(409, STREAM_STEP_REFUSED)
      if (to === 1) await goOnAir(id)
      else if (event.publishment_flg === 1) await steps.end(id, to === 2 ? 2 : 3)
      else await steps.closeTalk(id)
      return { publishment_flg: to }
    },
  }

  async function goOnAir(eventId: string) {
    const open = await query.findOpen(db, eventId)
    const running = open?.state === 'preview' ? monitor.runningOf(open.id) : null
    if (!open || !running || running.segments === 0) throw new ApiError(409, STREAM_NEEDED)
    await steps.goOnAir(eventId, open.id)
  }
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
