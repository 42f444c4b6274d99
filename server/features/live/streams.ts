import type { Hono } from 'hono'
import { streams } from '#contract/streams/calls.ts'
import { shapes } from '#contract/streams/shapes.ts'
import { type Route, routes } from '#server/http/routes.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { archiveDeletion } from './archive/archive-deletion.ts'
import { type MayBegin, publishment } from './archive/publishment.ts'
import { external } from './external/external.ts'
import { origins } from './external/origins.ts'
import { sourceService } from './external/source-service.ts'
import { mountHls } from './hls.ts'
import { ingestMonitor } from './ingest.ts'
import { mountIngest } from './internal.ts'
import { playback } from './playback.ts'
import { watchRights } from './rights.ts'
import { segmentCache } from './segment-cache.ts'
import { segmentListener } from './segment-listener.ts'
import { segmentUrls } from './segment-url.ts'
import { storage } from './storage.ts'
import { streamKeys } from './stream-keys.ts'
import { streamService } from './stream-service.ts'
import { createStreamStates } from './stream-state.ts'
import { viewers } from './watching/viewers.ts'
import { views } from './watching/views.ts'
import { watchMinutes } from './watching/watch-minutes.ts'
import type { Watchers } from './watching/watchers.ts'
import { watching } from './watching/watching.ts'

type StreamDeps = GivenDeps

/** Everything about streams outside the ingest process: keys, state, rights to watch. */
export function createStreams(deps: StreamDeps, watchers: Watchers, mayBegin: MayBegin) {
  const disk = storage(deps)
  const steps = publishment(deps, disk, mayBegin)
  const monitor = ingestMonitor(deps, steps, disk)
  const keys = streamKeys(deps)
  const outside = origins(deps)
  const watcher = external(deps, monitor, outside)
  const sources = sourceService(deps, outside, watcher)
  const streamStates = createStreamStates(deps, monitor)
  const seats = watching(deps)
  const minutes = watchMinutes(deps)
  const rights = watchRights(deps)
  const addresses = views(deps)
  const urls = segmentUrls(deps)
  const readSegment = segmentCache(deps)
  const audience = viewers(deps, seats)
  const deletion = archiveDeletion(deps)
  const parts = { monitor, keys, steps, sources, storage: disk, audience, deletion }
  const service = streamService(deps, parts)

  return {
    /** Periodic update: drops, resumed streams, ends. */
    async sweep() {
      if (deps.config.live.driver === 'external')
        await watcher
          .sweep()
          .catch((error: unknown) =>
            deps.log.error({ error: String(error) }, 'Polling the external sources failed.'),
          )
      await monitor.sweep()
      await audience.announce()
      await minutes.flush()
    },
    spoiledRuns: monitor.spoiledRuns,
    deleteArchive: deletion.handle,
    /** Listener that serves segments at the socket. */
    early: segmentListener(urls, readSegment),
    playback: playback(deps, { stages: streamStates, watchers, watching: seats, views: addresses }),
    routes: (): Route[] =>
      routes(streams, shapes, {
        getIngest: ({ viewer, params }) => service.getIngest(viewer, params.id),
        rotateKey: ({ viewer, params }) => service.rotateKey(viewer, params.id),
        putSource: ({ viewer, params, body }) => service.putSource(viewer, params.id, body),
        deleteSource: ({ viewer, params }) => service.deleteSource(viewer, params.id),
        setPublishment: ({ viewer, params, body }) =>
          service.setPublishment(viewer, params.id, body.publishment_flg),
        deleteArchive: ({ viewer, params }) => service.deleteArchive(viewer, params.id),
      }),
    mount(app: Hono) {
      mountHls(app, deps, {
        views: addresses,
        watching: seats,
        minutes,
        rights,
        stages: streamStates,
        urls,
        readSegment,
        origins: outside,
      })
      mountIngest(app, deps, monitor, keys)
    },
  }
}
