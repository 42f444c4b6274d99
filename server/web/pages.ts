import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { API_BASE } from '#contract/http/endpoint.ts'
import { CALLS } from '#contract/shared/limits.ts'
import { pageUrl } from '#contract/site/page-params.ts'
import { SHARE_PATH } from '#contract/site/share-target.ts'
import { loggedPath } from '#server/http/access-log.ts'
import { acceptsBrotli, compressSmall } from '#server/http/answers/brotli.ts'
import { type Lookups, shared } from '#server/http/answers/shared.ts'
import { clientOf } from '#server/http/client.ts'
import { headersOf, policyWithStyles } from '#server/http/security-headers.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'
import { mountCards } from './cards.ts'
import { movedTo } from './former-names.ts'
import { RenderThread } from './render-thread.ts'
import { type BuildManifest, RenderFailed } from './renderer.ts'
import { type PageStyle, shellOf, styleOf } from './shell.ts'

type PagesDeps = Pick<Deps, 'config' | 'log' | 'clock' | 'read' | 'media'>

/** Rendering costs a hundred times as much as sending: visitors get the same page for this time. */
const LIFETIME = { freshMs: 5_000, staleMs: 10_000 }

/**
 * Serves every URL that is neither file nor API call. Visitors get rendered public pages; browsers that may be logged
 * in get the shell, which renders in the browser: rendered pages are the same for all, and contain nothing private.
 */
export function mountPages(
  app: Hono,
  deps: PagesDeps,
  folder: string,
  renderer: string,
  lookups?: Lookups,
) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  // Written by the build of this release.
  const manifest = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  ) as BuildManifest
  const styles = new Map<string, PageStyle>()
  const readStyle = (path: string) => {
    const style = styles.get(path) ?? styleOf(readFileSync(join(folder, path), 'utf8'))
    styles.set(path, style)
    return style
  }
  const shell = shellOf(template, manifest, deps.config, readStyle)
  const { 'content-security-policy': policy = '' } = headersOf(deps.config)
  const thread = new RenderThread(renderer, (url, init) =>
    app.fetch(new Request(new URL(url, deps.config.siteUrl), init), { rendering: true }),
  )
  const render = async (url: string) => {
    const page = await thread.render(url)
    const { redirect, status } = page
    if (redirect) return { redirect }
    const { html, hashes } = shell.filled(page)
    return {
      ...(await body(html)),
      ...{ status, card: page.head.card, policy: policyWithStyles(policy, hashes) },
    }
  }
  const pageAt = shared(deps.clock, LIFETIME, render, lookups)
  const empty = body(shell.empty)
  const sendEmpty = async (c: Context) => send(c, await empty, 200)

  /** Clients above the limit get the shell, and render in the browser. */
  const renders = createThrottle(deps.clock, CALLS, deps.config.rateLimits)
  const mayAsk = (c: Context) => renders.take(clientOf(c).address)

  mountCards(app, deps, async (path, search) => {
    const page = await pageAt(pageUrl(path, search))
    return 'redirect' in page ? null : page.card
  })
  // The service worker answers it, where there is one: without it the page says how to get one.
  app.post(SHARE_PATH, (c) => c.redirect(SHARE_PATH, 303))
  app.get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    if (pathname.startsWith(API_BASE)) return c.notFound()
    c.header('cache-control', 'private, no-cache')
    c.header('vary', 'cookie, accept-encoding')
    if (!deps.config.indexable) c.header('x-robots-tag', 'noindex')
    const moved = await movedTo(deps.read, pathname).catch(() => null)
    // Permanent, but not cached: a user may return to a former handle.
    if (moved) return c.redirect(moved + search, 301)
    // The service worker caches `/index.html` as the shell of all pages.
    if (pathname === '/index.html' || maybeLoggedIn(c) || !mayAsk(c)) return sendEmpty(c)
    try {
      // Two leading slashes would make the next segment a host.
      const page = await pageAt(pageUrl(pathname.replace(/^\/+/, '/'), search))
      if ('redirect' in page) return c.redirect(page.redirect, 302)
      c.header('content-security-policy', page.policy)
      return send(c, page, page.status)
    } catch (error) {
      if (!isApiError(error))
        deps.log.error({ error, path: loggedPath(pathname) }, 'a page could not be rendered')
      return sendEmpty(c)
    }
  })
  return thread
}

interface Body {
  html: string
  compressed: Uint8Array<ArrayBuffer>
}
/** A page's body, compressed once for all who get it. */
const body = async (html: string): Promise<Body> => ({
  html,
  compressed: await compressSmall(html),
})

function send(c: Context, { html, compressed }: Body, status: 200 | 404) {
  if (!acceptsBrotli(c)) return c.html(html, status)
  return c.body(compressed, status, {
    'content-type': 'text/html; charset=UTF-8',
    'content-encoding': 'br',
  })
}

/** An invalid request or an outage, not a bug. */
const isApiError = (error: unknown) =>
  error instanceof RenderFailed &&
  error.status !== undefined &&
  (error.status < 500 || error.status === 503)

const maybeLoggedIn = (c: Context) =>
  Boolean(getCookie(c, 'refresh_token') ?? getCookie(c, 'refresh_token', 'host'))
