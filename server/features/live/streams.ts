import type { Hono } from 'hono'
import { streams } from '#contract/streams/calls.ts'
import { shapes } from '#contract/streams/shapes.ts'
import { type Route, routes } from '#server/http/routes.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { BroadcastDeps, StreamDeps } from './deps.ts'
import { ExternalSources } from './external/external-sources.ts'
import { Origins } from './external/origins.ts'
import { mountHls, type ServedStreams } from './hls.ts'
import { IngestMonitor } from './ingest-monitor.ts'
import { mountIngest } from './internal.ts'
import { Playback } from './playback.ts'
import { WatchRights } from './rights.ts'
import { SegmentCache } from './segment-cache.ts'
import { segmentListener } from './segment-listener.ts'
import { SegmentUrls } from './segment-url.ts'
import { Storage } from './storage.ts'
import * as service from './stream-service.ts'
import { StreamStates } from './stream-state.ts'
import { Viewers } from './watching/viewers.ts'
import { Views } from './watching/views.ts'
import { WatchMinutes } from './watching/watch-minutes.ts'
import type { Watchers } from './watching/watchers.ts'
import { Watching } from './watching/watching-browsers.ts'

/** Everything about streams outside the ingest process: state, rights to watch, and what is served. */
export class Streams {
  readonly #deps: StreamDeps
  readonly #served: ServedStreams
  readonly #minutes
  readonly playback

  constructor(given: GivenDeps, watchers: Watchers, startError: BroadcastDeps['startError']) {
    const deps = { ...given, storage: new Storage(given), startError }
    const monitor = new IngestMonitor(deps)
    const origins = new Origins(given)
    const external = new ExternalSources(given, monitor, origins)
    const watching = new Watching(given)
    const views = new Views(given)
    const states = new StreamStates(given, monitor)
    this.#deps = { ...deps, monitor, origins, external, audience: new Viewers(given, watching) }
    this.#minutes = new WatchMinutes(given)
    this.playback = new Playback(given, { stages: states, watchers, watching, views })
    this.#served = {
      views,
      watching,
      minutes: this.#minutes,
      rights: new WatchRights(given),
      stages: states,
      urls: new SegmentUrls(given),
      segments: new SegmentCache(given),
      origins,
    }
  }

  /** Periodic update: drops, resumed streams, ends. */
  async sweep() {
    const { config, log, external, monitor, audience } = this.#deps
    if (config.live.driver === 'external')
      await external
        .sweep()
        .catch((error: unknown) =>
          log.error({ error: String(error) }, 'Polling the external sources failed.'),
        )
    await monitor.sweep()
    await audience.announce()
    await this.#minutes.flush()
  }

  totals() {
    return this.#deps.monitor.totals()
  }

  ffmpeg() {
    return this.#deps.monitor.ffmpeg()
  }

  /** Listener that serves segments at the socket. */
  get early() {
    return segmentListener(this.#served.urls, this.#served.segments)
  }

  routes(): Route[] {
    const deps = this.#deps
    return routes(streams, shapes, {
      getIngest: ({ viewer, params }) => service.getIngest(deps, viewer, params.id),
      rotateKey: ({ viewer, params }) => service.rotateKey(deps, viewer, params.id),
      putSource: ({ viewer, params, body }) => service.putSource(deps, viewer, params.id, body),
      deleteSource: ({ viewer, params }) => service.deleteSource(deps, viewer, params.id),
      setPublishment: ({ viewer, params, body }) =>
        service.setPublishment(deps, viewer, params.id, body.publishment_flg),
      deleteArchive: ({ viewer, params }) => service.deleteOwnArchive(deps, viewer, params.id),
    })
  }

  mount(app: Hono) {
    mountHls(app, this.#deps, this.#served)
    mountIngest(app, this.#deps, this.#deps.monitor)
  }
}
