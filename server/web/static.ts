import { basename, dirname } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built PWA: files with a hash in their name are cached permanently, others revalidated. Open pages of
 * `formers` (previous builds, and a copy of this one) find their files there.
 */
export function mountStatic(app: Hono, folder: string, formers: string[] = []) {
  const serve = serveStatic({ root: folder, precompressed: true, index: '' })
  app.get('*', (c, next) => {
    if (!isFile(c.req.path)) return next()
    c.header('cache-control', c.req.path.startsWith('/assets/') ? FOREVER : 'no-cache')
    return serve(c, next)
  })
  for (const former of formers) app.get('/assets/*', serveAmong(former))
  // A page of an old build must get an error for a missing chunk, not an HTML page.
  app.get('/assets/*', (c) => c.text('', 404, { 'cache-control': 'no-store' }))
}

/** From a folder that may not exist yet, but whose parent does. */
const serveAmong = (folder: string) =>
  serveStatic({
    root: dirname(folder),
    rewriteRequestPath: (path) => `/${basename(folder)}${path}`,
    precompressed: true,
    index: '',
  })

/** A file's last segment has a dot; pages and handles have none. The build's manifest is hidden. */
const isFile = (path: string) =>
  /\.[a-z0-9]+$/i.test(path) && !path.endsWith('/index.html') && !path.startsWith('/.vite/')
