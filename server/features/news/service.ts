import { API_BASE } from '#contract/http/endpoint.ts'
import { news } from '#contract/news/calls.ts'
import { LIST_SIZE } from '#contract/shared/limits.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { renderForeign, renderMarkdown } from '#server/http/markdown.ts'
import { NewsDown, type PublishedHeadline } from '#server/ports/news.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Articles } from './articles.ts'
import { externalNews } from './external-news.ts'
import { localNews } from './local.ts'
import { toRss } from './rss.ts'

const RETRY_S = 30

const present = ({ slug, title, lead, image, published_at }: PublishedHeadline) => ({
  slug,
  title,
  lead,
  image_path: image,
  published_at,
})

/** The source of articles: another service, or our own database. */
const sourceOf = (deps: Deps): Articles =>
  deps.news ? externalNews(deps.news, deps.clock) : localNews(deps)

export async function list(deps: Deps, paging: PageWindow) {
  const source = sourceOf(deps)
  const articles = await answered(() => page(paging, (window) => source.list(window)))
  return { ...articles, items: articles.items.map(present) }
}

export async function get(deps: Deps, slug: string) {
  const article = orNotFound(await answered(() => sourceOf(deps).find(slug)))
  const { body } = article
  const isForeign = deps.news !== null || 'html' in body
  const body_html = await (isForeign ? renderForeign(body) : renderMarkdown(body.markdown))
  return { ...present(article), body_html }
}

export async function feed(deps: Deps) {
  const { siteUrl } = deps.config
  const articles = await answered(() => sourceOf(deps).list({ limit: LIST_SIZE, offset: 0 }))
  const self = `${siteUrl}${API_BASE}${news.readFeed.path}`
  const bytes = new TextEncoder().encode(toRss(articles, siteUrl, self))
  return { bytes, type: 'application/rss+xml; charset=utf-8' }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NewsDown) throw new ApiError(503, undefined, { retryAfter: RETRY_S })
    throw error
  }
}
