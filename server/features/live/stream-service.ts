import { STREAM_NEEDED, STREAM_STEP_REFUSED } from '#contract/messages.ts'
import type { Ingest } from '#contract/streams.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { ArchiveDeletion } from './archive-deletion.ts'
import * as query from './broadcasts.ts'
import type { SourceService } from './external/source-service.ts'
import { healthOf } from './health.ts'
import type { IngestDesk } from './ingest.ts'
import { type Publishment, STEPS } from './publishment.ts'
import type { Storage } from './storage.ts'
import type { StreamKeys } from './stream-keys.ts'
import type { Viewers } from './viewers.ts'

type Flg = 0 | 1 | 2 | 3

interface Parts {
  desk: IngestDesk
  keys: StreamKeys
  steps: Publishment
  sources: SourceService
  storage: Storage
  audience: Viewers
  deletion: ArchiveDeletion
}

/** What an owner does with the stream of an event. */
export function streamService(
  { db, read, clock, config }: Pick<Deps, 'db' | 'read' | 'clock' | 'config'>,
  { desk, keys, steps, sources, storage, audience, deletion }: Parts,
) {
  /** Their own event; to everybody else there is none. */
  async function own(viewer: Viewer, id: string) {
    const { event, seat } = await seeEvent(read, viewer, id, clock.now().toISOString())
    if (!seat.who.isOwner) throw notFound()
    return event
  }

  async function present(
    { id, room_id }: { id: string; room_id: string },
    stream_key: string,
  ): Promise<Ingest> {
    const open = await query.findOpen(db, id)
    const source = await sources.present(id)
    const running = open ? desk.runningOf(open.id) : null
    return {
      driver: config.live.driver,
      source,
      rtmp_url: desk.rtmpUrl(),
      stream_key,
      status: statusOf(open, running !== null && running.pieces > 0),
      // Of what does not come through us nothing is measured.
      health: running && !source ? healthOf(running) : null,
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

    async putSource(viewer: Viewer, id: string, given: Parameters<SourceService['put']>[1]) {
      const event = await own(viewer, id)
      await sources.put(id, given)
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
        throw new Refusal(409, STREAM_STEP_REFUSED)
      if (to === 1) await goOnAir(id)
      else if (event.publishment_flg === 1) await steps.end(id, to === 2 ? 2 : 3)
      else await steps.closeTalk(id)
      return { publishment_flg: to }
    },
  }

  async function goOnAir(eventId: string) {
    const open = await query.findOpen(db, eventId)
    const running = open?.state === 'preview' ? desk.runningOf(open.id) : null
    if (!open || !running || running.pieces === 0) throw new Refusal(409, STREAM_NEEDED)
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
