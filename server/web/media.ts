import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { REFUSED } from '#contract/messages.ts'
import { mediaUrls } from '#server/media/media-url.ts'
import { type Found, MediaDown } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'

/** Other units, several ranges and nonsense may be ignored (RFC 9110): the answer is the whole file. */
const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/
/** Seconds. */
const RETRY_S = 10

/** Sounds whose type the library does not know. */
const TYPES: Record<string, string> = {
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}

interface Range {
  from: number
  /** Before it. */
  to: number
}

/** What of the file is asked for; null where there is nothing there. */
function rangeOf(said: string, size: number): Range | 'whole' | null {
  const [whole, first, last, tail] = said.match(ONE_RANGE) ?? []
  if (whole === undefined || (first && last && Number(last) < Number(first))) return 'whole'
  const from = tail === undefined ? Number(first) : Math.max(0, size - Number(tail))
  const to = last ? Math.min(size, Number(last) + 1) : size
  return from < to ? { from, to } : null
}

type MediaDeps = Pick<Deps, 'config' | 'secrets' | 'clock' | 'media' | 'log'>

/**
 * Pictures, sounds and films, with ranges, wherever they are kept. What is for members opens with a signed and fresh link
 * only.
 */
export function mountMedia(app: Hono, deps: MediaDeps) {
  const { mayOpen } = mediaUrls(deps)
  const { media, log } = deps
  app.get('/media/*', async (c) => {
    if (!mayOpen(c.req.path, c.req.query('expires'), c.req.query('signature')))
      return refused(c, 403)
    try {
      return await give(c, media, c.req.path.replace(/^\/media\//, ''))
    } catch (error) {
      if (!(error instanceof MediaDown)) throw error
      log.error({ error: error.message }, 'the media store is down')
      return c.text(REFUSED[503], 503, { ...NOT_KEPT, 'retry-after': String(RETRY_S) })
    }
  })
}

async function give(c: Context, media: Deps['media'], path: string) {
  // A folder is no file, and no store has a name that ends so.
  const found = path.endsWith('/') || path.includes('//') ? null : await media.find(path)
  if (!found) return refused(c, 404)
  const tag = `"${found.tag}"`
  c.header('accept-ranges', 'bytes')
  c.header('cache-control', lifetime(path))
  c.header('etag', tag)
  if (holds(c.req.header('if-none-match'), tag)) return c.body(null, 304)
  const range = rangeOf(askedRange(c, tag), found.size)
  if (range === null)
    return c.body(null, 416, { ...NOT_KEPT, 'content-range': `bytes */${found.size}` })
  return pass(c, media, path, found, range)
}

async function pass(
  c: Context,
  media: Deps['media'],
  path: string,
  { size }: Found,
  range: Range | 'whole',
) {
  const { from, to } = range === 'whole' ? { from: 0, to: size } : range
  const body = c.req.method === 'HEAD' ? null : await media.stream(path, from, to)
  // It went while we looked.
  if (!body && c.req.method !== 'HEAD') return refused(c, 404)
  c.header('content-type', typeOf(path))
  c.header('content-length', String(to - from))
  if (path.endsWith('.svg')) c.header('content-security-policy', "default-src 'none'")
  if (range === 'whole') return c.newResponse(body, 200)
  return c.newResponse(body, 206, { 'content-range': `bytes ${from}-${to - 1}/${size}` })
}

/** Of another file than the one that was begun a piece is of no use (`If-Range`). */
function askedRange(c: Context, tag: string): string {
  const begun = c.req.header('if-range')
  return begun === undefined || begun === tag ? (c.req.header('range') ?? '') : ''
}

const holds = (said: string | undefined, tag: string) =>
  said !== undefined &&
  (said.trim() === '*' || said.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

function typeOf(path: string): string {
  const extension = path.split('.').at(-1) ?? ''
  return TYPES[extension] ?? getMimeType(path) ?? 'application/octet-stream'
}

const lifetime = (path: string) =>
  path.startsWith('public/') ? 'public, max-age=31536000, immutable' : 'private, max-age=300'

const NOT_KEPT = { 'cache-control': 'no-store' }
/** Whoever may not open it now, or comes before it is there, may well be let in later. */
const refused = (c: Context, status: 403 | 404) => {
  // Nothing that was said of a file holds for none.
  for (const name of ['etag', 'accept-ranges']) c.header(name, undefined)
  return c.text('', status, NOT_KEPT)
}
