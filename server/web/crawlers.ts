import type { Context, Hono } from 'hono'
import * as z from 'zod'
import { API_BASE } from '#contract/http/endpoint.ts'
import { CALLS, LIST_MAX } from '#contract/shared/limits.ts'
import { shared } from '#server/http/answers/shared.ts'
import { clientOf } from '#server/http/client.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'
import { sitemapOf } from './sitemap/sitemap.ts'
import type { Address } from './sitemap/xml.ts'

/** How outdated a sitemap may be. */
const FRESH_MS = 600_000
/** Paths without public pages. Exact first segments, since handles may start with the same letters. */
const OWN = ['/account', '/dashboard', '/admin', '/gate', '/login', '/signup']

/** Mounts robots.txt and the sitemap. */
export function mountCrawlers(
  app: Hono,
  { config, read, clock }: Pick<Deps, 'config' | 'read' | 'clock'>,
  size?: number,
) {
  const { siteUrl, indexable } = config
  const closed = OWN.flatMap((path) => [`Disallow: ${path}$`, `Disallow: ${path}/`])
  const rules = indexable
    ? [...closed, 'Disallow: /results?', 'Allow: /', '', `Sitemap: ${siteUrl}/sitemap.xml`]
    : ['Disallow: /']
  app.get('/robots.txt', (c) => c.text(`User-agent: *\n${rules.join('\n')}\n`))

  const sitemap = sitemapOf({
    db: read,
    siteUrl,
    articles: () => articlesOf(app, siteUrl),
    ...(size && { size }),
  })
  const parts = shared(clock, { freshMs: FRESH_MS }, sitemap.parts)
  const first = shared(clock, { freshMs: FRESH_MS }, async () => sitemap.first(await parts('')))
  const throttle = createThrottle(clock, CALLS, config.rateLimits)

  async function answer(c: Context, write: () => Promise<string | null>) {
    if (!throttle.take(clientOf(c).address)) return c.text('', 429, { 'retry-after': '60' })
    const xml = await write()
    if (xml === null) return c.text('', 404, { 'cache-control': 'no-store' })
    return c.body(xml, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': `public, max-age=${FRESH_MS / 1_000}`,
    })
  }
  app.get('/sitemap.xml', (c) => answer(c, () => first('')))
  app.get('/sitemap/:file{[0-9]{1,6}\\.xml}', (c) =>
    answer(c, async () => sitemap.file(await parts(''), Number.parseInt(c.req.param('file'), 10))),
  )
}

const Headlines = z.array(z.object({ slug: z.string(), published_at: z.string() }))

/** The newest articles, from any source. */
async function articlesOf(app: Hono, siteUrl: string): Promise<Address[]> {
  const url = new URL(`${API_BASE}/news?limit=${LIST_MAX}`, siteUrl)
  const answer = await app.fetch(new Request(url), { rendering: true })
  if (!answer.ok) return []
  const articles = Headlines.parse(await answer.json())
  return articles.map(({ slug, published_at }) => ({
    path: `/news/${encodeURIComponent(slug)}`,
    changed: published_at,
  }))
}
