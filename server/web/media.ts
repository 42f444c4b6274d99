import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { mediaUrls } from '#server/http/media-url.ts'

/** Pictures, sounds and films on disk, with ranges. What is for members opens with a signed and fresh link only. */
export function mountMedia(
  app: Hono,
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  folder: string,
) {
  const { mayOpen } = mediaUrls(deps)
  const serve = serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
    onFound: (path, c) => {
      const open = c.req.path.startsWith('/media/public/')
      c.header(
        'cache-control',
        open ? 'public, max-age=31536000, immutable' : 'private, max-age=300',
      )
      if (path.endsWith('.svg')) c.header('content-security-policy', "default-src 'none'")
    },
  })
  app.get('/media/*', async (c, next) => {
    if (!mayOpen(c.req.path, c.req.query('expires'), c.req.query('signature')))
      return c.text('', 403)
    return (await serve(c, next)) ?? c.text('', 404)
  })
}
