import { basename, dirname } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The built PWA: files whose name tells their content may be kept for good, all others are asked for anew. Pages of
 * `formers`, the builds before it and a copy of this one, find theirs there.
 */
export function mountStatic(app: Hono, folder: string, formers: string[] = []) {
  const serve = serveStatic({ root: folder, precompressed: true, index: '' })
  app.get('*', (c, next) => {
    if (!isFile(c.req.path)) return next()
    c.header('cache-control', c.req.path.startsWith('/assets/') ? FOREVER : 'no-cache')
    return serve(c, next)
  })
  for (const former of formers) app.get('/assets/*', serveAmong(former))
  // An old page asking for a chunk that is gone must learn so, not be given a page.
  app.get('/assets/*', (c) => c.text('', 404, { 'cache-control': 'no-store' }))
}

/** From a folder that may only just be made: what it lies in is there. */
const serveAmong = (folder: string) =>
  serveStatic({
    root: dirname(folder),
    rewriteRequestPath: (path) => `/${basename(folder)}${path}`,
    precompressed: true,
    index: '',
  })

/** Pages have no dot in their last segment; user names cannot have one either. The build's own notes are hidden. */
const isFile = (path: string) =>
  /\.[a-z0-9]+$/i.test(path) && !path.endsWith('/index.html') && !path.startsWith('/.vite/')
