import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { mayOpenMedia } from '#server/media/media-url.ts'
import { type FoundFile, MediaDown } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'

/** A single byte range; other units, several ranges and nonsense are ignored (RFC 9110): the whole file is sent. */
const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/
/** Seconds. */
const RETRY_S = 10

/** Audio types unknown to the library. */
const TYPES: Record<string, string> = {
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}

interface Range {
  from: number
  /** Exclusive. */
  to: number
}

/** The requested range of the file; null if it is unsatisfiable. */
function rangeOf(header: string, size: number): Range | 'whole' | null {
  const [match, first, last, tail] = header.match(ONE_RANGE) ?? []
  if (match === undefined || (first && last && Number(last) < Number(first))) return 'whole'
  const from = tail === undefined ? Number(first) : Math.max(0, size - Number(tail))
  const to = last ? Math.min(size, Number(last) + 1) : size
  return from < to ? { from, to } : null
}

type MediaDeps = Pick<Deps, 'config' | 'secrets' | 'clock' | 'media' | 'log'>

/** Serves media with byte ranges from any store. Members' files need a signed URL that has not expired. */
export function mountMedia(app: Hono, deps: MediaDeps) {
  const { media, log } = deps
  app.get('/media/*', async (c) => {
    if (!mayOpenMedia(deps, c.req.path, c.req.query('expires'), c.req.query('signature')))
      return errorResponse(c, 403)
    try {
      return await give(c, media, c.req.path.replace(/^\/media\//, ''))
    } catch (error) {
      if (!(error instanceof MediaDown)) throw error
      log.error({ error: error.message }, 'the media store is down')
      return c.text(STATUS_MESSAGES[503], 503, { ...NO_STORE, 'retry-after': String(RETRY_S) })
    }
  })
}

async function give(c: Context, media: Deps['media'], path: string) {
  // A folder; no store has a file with such a name.
  const file = path.endsWith('/') || path.includes('//') ? null : await media.find(path)
  if (!file) return errorResponse(c, 404)
  const tag = `"${file.tag}"`
  c.header('accept-ranges', 'bytes')
  c.header('cache-control', lifetime(path))
  c.header('etag', tag)
  if (holds(c.req.header('if-none-match'), tag)) return c.body(null, 304)
  const range = rangeOf(askedRange(c, tag), file.size)
  if (range === null)
    return c.body(null, 416, { ...NO_STORE, 'content-range': `bytes */${file.size}` })
  return pass(c, media, path, file, range)
}

async function pass(
  c: Context,
  media: Deps['media'],
  path: string,
  { size }: FoundFile,
  range: Range | 'whole',
) {
  const { from, to } = range === 'whole' ? { from: 0, to: size } : range
  const body = c.req.method === 'HEAD' ? null : await media.stream(path, from, to)
  // Deleted meanwhile.
  if (!body && c.req.method !== 'HEAD') return errorResponse(c, 404)
  c.header('content-type', typeOf(path))
  c.header('content-length', String(to - from))
  if (path.endsWith('.svg')) c.header('content-security-policy', "default-src 'none'")
  if (range === 'whole') return c.newResponse(body, 200)
  return c.newResponse(body, 206, { 'content-range': `bytes ${from}-${to - 1}/${size}` })
}

/** `If-Range`: a range of a changed file is useless. */
function askedRange(c: Context, tag: string): string {
  const begun = c.req.header('if-range')
  return begun === undefined || begun === tag ? (c.req.header('range') ?? '') : ''
}

const holds = (header: string | undefined, tag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

function typeOf(path: string): string {
  const extension = path.split('.').at(-1) ?? ''
  return TYPES[extension] ?? getMimeType(path) ?? 'application/octet-stream'
}

const lifetime = (path: string) =>
  path.startsWith('public/') ? 'public, max-age=31536000, immutable' : 'private, max-age=300'

const NO_STORE = { 'cache-control': 'no-store' }
/** Not cacheable: the file may become available later. */
const errorResponse = (c: Context, status: 403 | 404) => {
  // Headers of the file do not apply to the error.
  for (const name of ['etag', 'accept-ranges']) c.header(name, undefined)
  return c.text('', status, NO_STORE)
}
