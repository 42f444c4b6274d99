import type { Context, Hono } from 'hono'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import {
  ARCHIVE_NONE,
  EVENT_WAITING,
  STREAM_STILL,
  WATCHED_ELSEWHERE,
  WATCHING_REFUSED,
} from '#contract/live/messages.ts'
import { cookieJar } from '#server/http/cookies.ts'
import { OriginError } from '#server/ports/origin.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { Origins } from './external/origins.ts'
import { archivePlaylist, fileAddress, livePlaylist } from './playlist.ts'
import type { WatchRights } from './rights.ts'
import type { SegmentCache } from './segment-cache.ts'
import { segmentHeaders } from './segment-listener.ts'
import { SEGMENTS, type SegmentUrls } from './segment-url.ts'
import type { StreamStates } from './stream-state.ts'
import {
  multivariantPlaylist,
  settledCount,
  type Variant,
  type Variants,
  variantFiles,
  variantNamed,
} from './variants.ts'
import { VIEWS, type View, type Views } from './watching/views.ts'
import type { WatchMinutes } from './watching/watch-minutes.ts'
import type { Watching } from './watching/watching-browsers.ts'

/** What playlists and segments are served from. */
export interface ServedStreams {
  views: Views
  watching: Watching
  minutes: WatchMinutes
  rights: WatchRights
  stages: StreamStates
  urls: SegmentUrls
  segments: SegmentCache
  origins: Origins
}

const PLAYLIST = 'application/vnd.apple.mpegurl'
/** Maximum number of cached playlist texts. */
const MAX_TEXTS = 200

/**
 * Routes of playlists and segments, mounted before all middleware, since thousands of requests arrive per second and
 * their addresses must not be logged. Playlists are bound to a browser and its session; segments need a fresh
 * address.
 */
export function mountHls(app: Hono, deps: GivenDeps, parts: ServedStreams) {
  const { views, watching, minutes, rights, stages, urls, segments: segmentCache, origins } = parts
  const { log } = deps
  const jar = cookieJar(deps.config.siteUrl)
  const texts = new Map<string, string>()

  /** Cached text for all requests with the same key. */
  function textOf(key: string, write: () => string): string {
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = write()
    texts.set(key, text)
    dropOldest(texts, MAX_TEXTS)
    return text
  }

  /** A proxied playlist of an external stream. */
  async function foreign(c: Context, eventId: string, url: string | null, base: string) {
    if (url === null) return errorResponse(c, 404, WATCHING_REFUSED)
    try {
      return playlist(c, await origins.playlist(eventId, url, base))
    } catch (error) {
      if (!(error instanceof OriginError)) throw error
      log.info(
        { event: eventId, problem: error.problem },
        'Could not read the playlist of an external stream.',
      )
      return errorResponse(c, 503, STREAM_STILL)
    }
  }

  /** Checks the right to watch; returns the view, or the refusal. */
  async function admit(c: Context): Promise<{ view: View; preview: boolean } | Response> {
    const view = views.read(c.req.param('token') ?? '', jar.readOne(c, 'watch'))
    if (!view) return errorResponse(c, 403, WATCHING_REFUSED)
    const right = await rights.of(view)
    if (right.may === 'nothing') return errorResponse(c, right.status, right.message)
    const preview = right.may === 'preview'
    if (!preview && !watching.goOn(ticketOf(view), view.browser))
      return errorResponse(c, 410, WATCHED_ELSEWHERE)
    if (!preview) minutes.note(view)
    return { view, preview }
  }

  /** The live stream: all variants, or one of them. Without renditions there is only the source. */
  async function live(c: Context, name: string | null) {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view, preview } = admitted
    const streamState = view.kind === 'live' ? await stages.live(view.eventId, preview) : null
    if (!streamState) return errorResponse(c, 404, EVENT_WAITING)
    if (streamState.origin !== null)
      return foreign(c, view.eventId, origins.open(streamState.origin), 'origin/')
    const { last, state, segments, variants } = streamState
    const variant = chosen(name, variants)
    if (variant === undefined) return errorResponse(c, 404, EVENT_WAITING)
    const expires = urls.expiresNow()
    const key = [
      ...['live', last.broadcastId, last.sequence, segments.length],
      ...[state, expires, variants?.version, variant],
    ]
    const address = (id: string, file: string) => urls.sign(id, file, expires)
    const write = () => {
      if (variants && variant === 'all')
        return multivariantPlaylist(variants, segments, (which) => `live-${which}.m3u8`)
      const isOver = state === 'over'
      const one = variant === 'all' ? 'source' : variant
      const settled = isOver ? segments : segments.slice(0, settledCount(segments, one))
      return livePlaylist({ ...streamState, segments: variantFiles(settled, one) }, address, isOver)
    }
    return playlist(c, textOf(key.join(), write))
  }

  async function archived(c: Context, name: string | null) {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view } = admitted
    const archive = view.kind === 'archive' ? await stages.archive(view.eventId) : null
    if (!archive) return errorResponse(c, 404, ARCHIVE_NONE)
    if (archive.origin !== null)
      return foreign(c, view.eventId, origins.open(archive.origin), 'origin/')
    const { segments, last, variants } = archive
    const variant = chosen(name, variants)
    if (variant === undefined) return errorResponse(c, 404, ARCHIVE_NONE)
    const key = [
      ...['archive', last.broadcastId, last.sequence, segments.length],
      ...[variants?.version, variant],
    ]
    // An archive is longer than the life of a signed address, so its segments are requested through the view's
    // address.
    const address = (id: string, file: string) => `piece/${fileAddress(id, file)}`
    const write = () =>
      variants && variant === 'all'
        ? multivariantPlaylist(variants, segments, (which) => `archive-${which}.m3u8`)
        : archivePlaylist(variantFiles(segments, variant === 'all' ? 'source' : variant), address)
    return playlist(c, textOf(key.join(), write))
  }

  app.get(`${VIEWS}/:token/live.m3u8`, (c) => live(c, null))
  app.get(`${VIEWS}/:token/archive.m3u8`, (c) => archived(c, null))
  app.get(`${VIEWS}/:token/:file{live-\\w+\\.m3u8}`, (c) => live(c, variantIn(c)))
  app.get(`${VIEWS}/:token/:file{archive-\\w+\\.m3u8}`, (c) => archived(c, variantIn(c)))

  /** Nested playlist of an external stream. */
  app.get(`${VIEWS}/:token/origin/:sealed`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view, preview } = admitted
    const shown =
      view.kind === 'live'
        ? await stages.live(view.eventId, preview)
        : await stages.archive(view.eventId)
    if (!shown || shown.origin === null) return errorResponse(c, 404, EVENT_WAITING)
    return foreign(c, view.eventId, origins.playlistOf(view.eventId, c.req.param('sealed')), '')
  })

  app.get(`${VIEWS}/:token/piece/:broadcast/:file`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view } = admitted
    const { broadcast, file } = c.req.param()
    const archive = view.kind === 'archive' ? await stages.archive(view.eventId) : null
    if (!archive?.files.has(fileAddress(broadcast, file)))
      return errorResponse(c, 404, ARCHIVE_NONE)
    c.header('cache-control', 'no-store')
    return c.redirect(urls.sign(broadcast, file, urls.expiresNow(archive.until)), 302)
  })

  app.get(`${SEGMENTS}/:broadcast/:file`, async (c) => {
    const { broadcast, file } = c.req.param()
    const { expires, signature } = c.req.query()
    const seconds = urls.secondsLeft(broadcast, file, expires, signature)
    if (seconds === null) return errorResponse(c, 403, WATCHING_REFUSED)
    const segment = await segmentCache.read(broadcast, file)
    if (!segment) return errorResponse(c, 404, WATCHING_REFUSED)
    return new Response(segment as Uint8Array<ArrayBuffer>, {
      headers: segmentHeaders(segment, seconds),
    })
  })

  app.all('/hls/*', (c) => errorResponse(c, 404, WATCHING_REFUSED))
}

/** `360` of `live-360.m3u8`. */
const variantIn = (c: Context) => c.req.param('file')?.replace(/^\w+-|\.m3u8$/g, '') ?? ''

/** `all`: the stream itself, with all of its variants; undefined for one that does not exist. */
function chosen(name: string | null, variants: Variants | null): Variant | 'all' | undefined {
  if (name === null) return 'all'
  return (variants && variantNamed(name, variants)) ?? undefined
}

/** Key of the limit of three browsers per ticket: one person at one event. */
export const ticketOf = ({ eventId, userId }: Pick<View, 'eventId' | 'userId'>) =>
  `${eventId} ${userId}`

const playlist = (c: Context, text: string) =>
  c.body(text, 200, {
    'content-type': PLAYLIST,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })

/** Players ignore the body; our page then calls the API, which returns the message. */
const errorResponse = (c: Context, status: 401 | 403 | 404 | 410 | 503, message: string) =>
  c.json({ message }, status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
