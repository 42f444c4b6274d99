import type { ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Deps, Viewer } from '#server/deps.ts'
import { newRequestId } from './request-id.ts'
import type { Throttle } from './throttle.ts'

/** An answer that lies ready in memory, the same bytes for everybody whom `etag` names. */
export interface Ready {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}
/** Looks only at what is in memory, or soon will be; undefined leaves the call to the ordinary way, refusals too. */
export type FindReady = (
  viewer: Viewer,
  id: string,
  search: string,
) => Ready | undefined | Promise<Ready | undefined>

interface ReadyDeps {
  viewerOf: Deps['viewerOf']
  polls: Throttle
  headers: Record<string, string>
  observe: (method: string, status: number, seconds: number) => void
}

const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * For what thousands ask each second: stands before everything else and answers what needs neither a database nor
 * JSON. Only a login that holds and a question as our own app puts it are answered here, and nothing is logged.
 */
export function mountReady(app: Hono, path: string, find: FindReady, deps: ReadyDeps) {
  const full = { ...deps.headers, ...PRIVATE, 'content-type': 'application/json' }
  app.get(path, async (c, next) => {
    const startedAt = performance.now()
    const viewer = await viewerFrom(c, deps.viewerOf)
    if (!viewer) return next()
    const found = find(viewer, c.req.param('id')!, searchOf(c.req.url))
    const ready = found instanceof Promise ? await found : found
    if (!ready) return next()
    const id = newRequestId()
    c.header('x-request-id', id)
    deps.polls.count(viewer.id)
    const { bytes, etag } = ready
    const isKnown = c.req.header('if-none-match') === etag
    deps.observe('GET', isKnown ? 304 : 200, (performance.now() - startedAt) / 1000)
    if (!isKnown) return new Response(bytes, { headers: { ...full, etag, 'x-request-id': id } })
    spareConnectionHeaders(c)
    return new Response(null, { status: 304, headers: { ...PRIVATE, etag, 'x-request-id': id } })
  })
}

async function viewerFrom(c: Context, viewerOf: Deps['viewerOf']): Promise<Viewer | null> {
  const authorization = c.req.header('authorization')
  if (!authorization?.startsWith('Bearer ')) return null
  const viewer = await viewerOf(authorization.slice('Bearer '.length))
  return viewer === 'expired' ? null : viewer
}

function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** HTTP/1.1 keeps connections anyway; saying so would be a third of the answer. */
function spareConnectionHeaders({ env }: Context) {
  const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse }
  outgoing?.removeHeader('connection')
}
