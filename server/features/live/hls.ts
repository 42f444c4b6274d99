import type { Context, Hono } from 'hono'
import { ARCHIVE_NOT_INCLUDED } from '#contract/events/messages.ts'
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
import { fileAddress } from './playlist.ts'
import { PlaylistTexts } from './playlist-texts.ts'
import type { WatchRights } from './rights.ts'
import type { SegmentCache } from './segment-cache.ts'
import { segmentHeaders } from './segment-listener.ts'
import { SEGMENTS, type SegmentUrls } from './segment-url.ts'
import type { StreamStates } from './stream-state.ts'
import { type Variant, type Variants, variantNamed } from './variants.ts'
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

/**
 * Routes of playlists and segments, mounted before all middleware, since thousands of requests arrive per second and
 * their addresses must not be logged. Playlists are bound to a browser and its session; segments need a fresh
 * address.
 */
export function mountHls(app: Hono, deps: GivenDeps, parts: ServedStreams) {
  const hls = new HlsHandlers(deps, parts)
  app.get(`${VIEWS}/:token/live.m3u8`, (c) => hls.live(c, null))
  app.get(`${VIEWS}/:token/archive.m3u8`, (c) => hls.archive(c, null))
  app.get(`${VIEWS}/:token/:file{live-\\w+\\.m3u8}`, (c) => hls.live(c, variantIn(c)))
  app.get(`${VIEWS}/:token/:file{archive-\\w+\\.m3u8}`, (c) => hls.archive(c, variantIn(c)))
  app.get(`${VIEWS}/:token/origin/:sealed`, (c) => hls.nested(c, c.req.param('sealed')))
  app.get(`${VIEWS}/:token/piece/:broadcast/:file`, (c) => hls.archiveSegment(c, c.req.param()))
  app.get(`${SEGMENTS}/:broadcast/:file`, (c) => hls.segment(c, c.req.param()))
  app.all('/hls/*', (c) => errorResponse(c, 404, WATCHING_REFUSED))
}

interface Admitted {
  view: View
  preview: boolean
}
interface SegmentParams {
  broadcast: string
  file: string
}

/** Answers the requests of players. */
class HlsHandlers {
  readonly #log: GivenDeps['log']
  readonly #parts: ServedStreams
  readonly #jar: ReturnType<typeof cookieJar>
  readonly #texts: PlaylistTexts

  constructor({ config, log }: GivenDeps, parts: ServedStreams) {
    this.#log = log
    this.#parts = parts
    this.#jar = cookieJar(config.siteUrl)
    this.#texts = new PlaylistTexts(parts.urls)
  }

  /** The live stream: all variants, or one of them. Without renditions there is only the source. */
  async live(c: Context, name: string | null) {
    const admitted = await this.#admit(c)
    if (admitted instanceof Response) return admitted
    const stream = await this.#liveOf(admitted)
    if (!stream) return errorResponse(c, 404, EVENT_WAITING)
    if (stream.origin !== null) return this.#foreign(c, admitted.view, stream.origin)
    const variant = chosen(name, stream.variants)
    if (variant === undefined) return errorResponse(c, 404, EVENT_WAITING)
    return playlist(c, this.#texts.live(stream, variant))
  }

  async archive(c: Context, name: string | null) {
    const admitted = await this.#admit(c)
    if (admitted instanceof Response) return admitted
    const archive = await this.#archiveOf(admitted)
    if (!archive) return errorResponse(c, 404, ARCHIVE_NONE)
    if (archive.origin !== null) return this.#foreign(c, admitted.view, archive.origin)
    const variant = chosen(name, archive.variants)
    if (variant === undefined) return errorResponse(c, 404, ARCHIVE_NONE)
    return playlist(c, this.#texts.archive(archive, variant))
  }

  /** Nested playlist of an external stream. */
  async nested(c: Context, sealed: string) {
    const admitted = await this.#admit(c)
    if (admitted instanceof Response) return admitted
    const { eventId } = admitted.view
    const shown = (await this.#liveOf(admitted)) ?? (await this.#archiveOf(admitted))
    if (!shown || shown.origin === null) return errorResponse(c, 404, EVENT_WAITING)
    return this.#proxied(c, eventId, this.#parts.origins.playlistOf(eventId, sealed), '')
  }

  /** Redirects to the segment's signed address. */
  async archiveSegment(c: Context, { broadcast, file }: SegmentParams) {
    const admitted = await this.#admit(c)
    if (admitted instanceof Response) return admitted
    const archive = await this.#archiveOf(admitted)
    if (!archive?.files.has(fileAddress(broadcast, file)))
      return errorResponse(c, 404, ARCHIVE_NONE)
    const { urls } = this.#parts
    c.header('cache-control', 'no-store')
    return c.redirect(urls.sign(broadcast, file, urls.expiresNow(archive.until)), 302)
  }

  async segment(c: Context, { broadcast, file }: SegmentParams) {
    const { urls, segments } = this.#parts
    const { expires, signature } = c.req.query()
    const seconds = urls.secondsLeft(broadcast, file, expires, signature)
    if (seconds === null) return errorResponse(c, 403, WATCHING_REFUSED)
    const segment = await segments.read(broadcast, file)
    if (!segment) return errorResponse(c, 404, WATCHING_REFUSED)
    return new Response(segment as Uint8Array<ArrayBuffer>, {
      headers: segmentHeaders(segment, seconds),
    })
  }

  /** Checks the right to watch; returns the view, or the refusal. */
  async #admit(c: Context): Promise<Admitted | Response> {
    const { views, rights, watching, minutes } = this.#parts
    const view = views.read(c.req.param('token') ?? '', this.#jar.readOne(c, 'watch'))
    if (!view) return errorResponse(c, 403, WATCHING_REFUSED)
    const right = await rights.of(view)
    if (right.may === 'nothing') return errorResponse(c, right.status, right.message)
    if (view.kind === 'archive' && right.may === 'live')
      return errorResponse(c, 403, ARCHIVE_NOT_INCLUDED)
    const preview = right.may === 'preview'
    if (!preview && !watching.goOn(ticketOf(view), view.browser))
      return errorResponse(c, 410, WATCHED_ELSEWHERE)
    if (!preview) minutes.note(view)
    return { view, preview }
  }

  async #liveOf({ view, preview }: Admitted) {
    return view.kind === 'live' ? this.#parts.stages.live(view.eventId, preview) : null
  }

  async #archiveOf({ view }: Admitted) {
    return view.kind === 'archive' ? this.#parts.stages.archive(view.eventId) : null
  }

  #foreign(c: Context, { eventId }: View, origin: string) {
    return this.#proxied(c, eventId, this.#parts.origins.open(origin), 'origin/')
  }

  /** A proxied playlist of an external stream. */
  async #proxied(c: Context, eventId: string, url: string | null, base: string) {
    if (url === null) return errorResponse(c, 404, WATCHING_REFUSED)
    try {
      return playlist(c, await this.#parts.origins.playlist(eventId, url, base))
    } catch (error) {
      if (!(error instanceof OriginError)) throw error
      this.#log.info(
        { event: eventId, problem: error.problem },
        'Could not read the playlist of an external stream.',
      )
      return errorResponse(c, 503, STREAM_STILL)
    }
  }
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
