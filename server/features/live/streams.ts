import type { Hono } from 'hono'
import { shapes } from '#contract/streams.schema.ts'
import { streams } from '#contract/streams.ts'
import { type Route, routes } from '#server/http/routes.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { archiveDeletion } from './archive-deletion.ts'
import { external } from './external/external.ts'
import { origins } from './external/origins.ts'
import { sourceService } from './external/source-service.ts'
import { mountHls } from './hls.ts'
import { ingestDesk } from './ingest.ts'
import { mountIngest } from './internal.ts'
import { pieceCache } from './pieces.ts'
import { playback } from './playback.ts'
import { type MayBegin, publishment } from './publishment.ts'
import { watchRights } from './rights.ts'
import { segmentListener } from './segment-listener.ts'
import { segmentUrls } from './segment-url.ts'
import { stages } from './stage.ts'
import { storage } from './storage.ts'
import { streamKeys } from './stream-keys.ts'
import { streamService } from './stream-service.ts'
import { viewers } from './viewers.ts'
import { views } from './views.ts'
import { watchMinutes } from './watch-minutes.ts'
import type { Watchers } from './watchers.ts'
import { watching } from './watching.ts'

type StreamDeps = GivenDeps

/** All of a stream but the process that takes it in: who may send, what is on, who may watch. */
export function createStreams(deps: StreamDeps, watchers: Watchers, mayBegin: MayBegin) {
  const disk = storage(deps)
  const steps = publishment(deps, disk, mayBegin)
  const desk = ingestDesk(deps, steps, disk)
  const keys = streamKeys(deps)
  const outside = origins(deps)
  const watcher = external(deps, desk, outside)
  const sources = sourceService(deps, outside, watcher)
  const stage = stages(deps, desk)
  const seats = watching(deps)
  const minutes = watchMinutes(deps)
  const rights = watchRights(deps)
  const addresses = views(deps)
  const urls = segmentUrls(deps)
  const pieceOf = pieceCache(deps)
  const audience = viewers(deps, seats)
  const deletion = archiveDeletion(deps)
  const parts = { desk, keys, steps, sources, storage: disk, audience, deletion }
  const service = streamService(deps, parts)

  return {
    /** What is due by now without anybody asking: drops, returns, ends. */
    async sweep() {
      if (deps.config.live.driver === 'external')
        await watcher
          .sweep()
          .catch((error: unknown) =>
            deps.log.error({ error: String(error) }, 'no source was looked at'),
          )
      await desk.sweep()
      await audience.tell()
      await minutes.keep()
    },
    spoiledRuns: desk.spoiledRuns,
    deleteArchive: deletion.handle,
    /** Pieces, at the socket. */
    early: segmentListener(urls, pieceOf),
    playback: playback(deps, { stages: stage, watchers, watching: seats, views: addresses }),
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
        stages: stage,
        urls,
        pieceOf,
        origins: outside,
      })
      mountIngest(app, deps, desk, keys)
    },
  }
}
