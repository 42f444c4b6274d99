import type { Context, Hono } from 'hono'
import {
  ARCHIVE_NONE,
  EVENT_WAITING,
  STREAM_STILL,
  WATCHED_ELSEWHERE,
  WATCHING_REFUSED,
} from '#contract/messages.ts'
import { cookieJar } from '#server/http/cookies.ts'
import { OriginError } from '#server/ports/origin.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Origins } from './external/origins.ts'
import type { PieceOf } from './pieces.ts'
import { archivePlaylist, fileAddress, livePlaylist } from './playlist.ts'
import type { WatchRights } from './rights.ts'
import { pieceHeaders } from './segment-listener.ts'
import { SEGMENTS, type SegmentUrls } from './segment-url.ts'
import type { Stages } from './stage.ts'
import { VIEWS, type View, type Views } from './views.ts'
import type { WatchMinutes } from './watch-minutes.ts'
import type { Watching } from './watching.ts'

interface Parts {
  views: Views
  watching: Watching
  minutes: WatchMinutes
  rights: WatchRights
  stages: Stages
  urls: SegmentUrls
  pieceOf: PieceOf
  origins: Origins
}
type HlsDeps = Pick<Deps, 'config' | 'log'>

const PLAYLIST = 'application/vnd.apple.mpegurl'
/** Playlists that many ask for within the same seconds. */
const MAX_TEXTS = 200

/**
 * Playlists and pieces, before everything else that a request meets: thousands come each second, and their addresses
 * are nothing for a log. Playlists are for one browser and its login; pieces for whoever has a fresh address.
 */
export function mountHls(app: Hono, deps: HlsDeps, parts: Parts) {
  const { views, watching, minutes, rights, stages, urls, pieceOf, origins } = parts
  const { log } = deps
  const jar = cookieJar(deps.config.siteUrl)
  const texts = new Map<string, string>()

  /** The same text for all who ask for the same thing. */
  function textOf(key: string, write: () => string): string {
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = write()
    texts.set(key, text)
    if (texts.size > MAX_TEXTS) texts.delete(texts.keys().next().value!)
    return text
  }

  /** A playlist of somebody else's, led through us. */
  async function foreign(c: Context, eventId: string, url: string | null, base: string) {
    if (url === null) return refused(c, 404, WATCHING_REFUSED)
    try {
      return playlist(c, await origins.playlist(eventId, url, base))
    } catch (error) {
      if (!(error instanceof OriginError)) throw error
      log.info({ event: eventId, trouble: error.trouble }, 'a stream from elsewhere was not read')
      return refused(c, 503, STREAM_STILL)
    }
  }

  /** Who asks, where they still may; otherwise the answer that says why not. */
  async function admit(c: Context): Promise<{ view: View; preview: boolean } | Response> {
    const view = views.read(c.req.param('token') ?? '', jar.readOne(c, 'watch'))
    if (!view) return refused(c, 403, WATCHING_REFUSED)
    const right = await rights(view)
    if (right.may === 'nothing') return refused(c, right.status, right.message)
    const preview = right.may === 'preview'
    if (!preview && !watching.goOn(ticketOf(view), view.browser))
      return refused(c, 410, WATCHED_ELSEWHERE)
    if (!preview) minutes.note(view)
    return { view, preview }
  }

  app.get(`${VIEWS}/:token/live.m3u8`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view, preview } = admitted
    const stage = view.kind === 'live' ? await stages.live(view.eventId, preview) : null
    if (!stage) return refused(c, 404, EVENT_WAITING)
    if (stage.origin !== null)
      return foreign(c, view.eventId, origins.open(stage.origin), 'origin/')
    const expires = urls.expiresNow()
    const last = stage.pieces.at(-1)!
    const key = ['live', last.broadcastId, last.sequence, stage.pieces.length, stage.state, expires]
    const address = (id: string, file: string) => urls.sign(id, file, expires)
    return playlist(
      c,
      textOf(key.join(), () => livePlaylist(stage, address, stage.state === 'over')),
    )
  })

  app.get(`${VIEWS}/:token/archive.m3u8`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view } = admitted
    const archive = view.kind === 'archive' ? await stages.archive(view.eventId) : null
    if (!archive) return refused(c, 404, ARCHIVE_NONE)
    if (archive.origin !== null)
      return foreign(c, view.eventId, origins.open(archive.origin), 'origin/')
    const { pieces } = archive
    const last = pieces.at(-1)!
    const key = ['archive', last.broadcastId, last.sequence, pieces.length]
    // An archive is longer than a signed address lives: each piece is asked for under the view's own address.
    const address = (id: string, file: string) => `piece/${fileAddress(id, file)}`
    return playlist(
      c,
      textOf(key.join(), () => archivePlaylist(pieces, address)),
    )
  })

  /** Another playlist of a stream that comes from elsewhere. */
  app.get(`${VIEWS}/:token/origin/:sealed`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view, preview } = admitted
    const shown =
      view.kind === 'live'
        ? await stages.live(view.eventId, preview)
        : await stages.archive(view.eventId)
    if (!shown || shown.origin === null) return refused(c, 404, EVENT_WAITING)
    return foreign(c, view.eventId, origins.playlistOf(view.eventId, c.req.param('sealed')), '')
  })

  app.get(`${VIEWS}/:token/piece/:broadcast/:file`, async (c) => {
    const admitted = await admit(c)
    if (admitted instanceof Response) return admitted
    const { view } = admitted
    const { broadcast, file } = c.req.param()
    const archive = view.kind === 'archive' ? await stages.archive(view.eventId) : null
    if (!archive?.files.has(fileAddress(broadcast, file))) return refused(c, 404, ARCHIVE_NONE)
    c.header('cache-control', 'no-store')
    return c.redirect(urls.sign(broadcast, file, urls.expiresNow(archive.until)), 302)
  })

  app.get(`${SEGMENTS}/:broadcast/:file`, async (c) => {
    const { broadcast, file } = c.req.param()
    const { expires, signature } = c.req.query()
    const seconds = urls.secondsLeft(broadcast, file, expires, signature)
    if (seconds === null) return refused(c, 403, WATCHING_REFUSED)
    const piece = await pieceOf(broadcast, file)
    if (!piece) return refused(c, 404, WATCHING_REFUSED)
    return new Response(piece as Uint8Array<ArrayBuffer>, {
      headers: pieceHeaders(piece, seconds),
    })
  })

  app.all('/hls/*', (c) => refused(c, 404, WATCHING_REFUSED))
}

/** Three browsers may watch on one ticket: one person's, to one event. */
export const ticketOf = ({ eventId, userId }: Pick<View, 'eventId' | 'userId'>) =>
  `${eventId} ${userId}`

const playlist = (c: Context, text: string) =>
  c.body(text, 200, {
    'content-type': PLAYLIST,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })

/** A player shows nothing of this; our page asks for the address anew and is told in words. */
const refused = (c: Context, status: 401 | 403 | 404 | 410 | 503, message: string) =>
  c.json({ message }, status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
