import { mkdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { mediaUrls } from '#server/http/media-url.ts'

/** Other units, several ranges and nonsense may be ignored (RFC 9110): the answer is the whole file. */
const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-\d+)$/

function isOneRange(said: string): boolean {
  const [whole, first, last] = said.match(ONE_RANGE) ?? []
  return whole !== undefined && !(first && last && Number(last) < Number(first))
}

/** Sounds whose type the library does not know. */
const TYPES: Record<string, string> = {
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}

/** Pictures, sounds and films on disk, with ranges. What is for members opens with a signed and fresh link only. */
export function mountMedia(
  app: Hono,
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  folder: string,
) {
  mkdirSync(folder, { recursive: true })
  const { mayOpen } = mediaUrls(deps)
  const serve = serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
  })
  app.get('/media/*', async (c) => {
    if (!mayOpen(c.req.path, c.req.query('expires'), c.req.query('signature')))
      return refused(c, 403)
    if (!isOneRange(c.req.header('range') ?? '')) c.req.raw.headers.delete('range')
    c.header('accept-ranges', 'bytes')
    c.header('cache-control', lifetime(c.req.path))
    if (c.req.path.endsWith('.svg')) c.header('content-security-policy', "default-src 'none'")
    const found = await serve(c, async () => {})
    const type = TYPES[c.req.path.split('.').at(-1)!]
    if (type) found?.headers.set('content-type', type)
    if (found?.status === 416) found.headers.set('cache-control', 'no-store')
    return found ?? refused(c, 404)
  })
}

const lifetime = (path: string) =>
  path.startsWith('/media/public/') ? 'public, max-age=31536000, immutable' : 'private, max-age=300'

/** Whoever may not open it now, or comes before it is there, may well be let in later. */
const refused = (c: Context, status: 403 | 404) =>
  c.text('', status, { 'cache-control': 'no-store' })
