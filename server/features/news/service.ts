import { API_BASE } from '#contract/http/endpoint.ts'
import { news } from '#contract/news/calls.ts'
import { LIST_SIZE } from '#contract/shared/limits.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { renderForeign, renderMarkdown } from '#server/http/markdown.ts'
import { page } from '#server/http/reply.ts'
import { NewsDown, type PublishedHeadline, type Written } from '#server/ports/news.ts'
import type { Deps } from '#server/process/deps.ts'
import { externalNews } from './external.ts'
import { toRss } from './feed.ts'
import { localNews } from './local.ts'

const RETRY_S = 30

const present = ({ slug, title, lead, image, published_at }: PublishedHeadline) => ({
  slug,
  title,
  lead,
  image_path: image,
  published_at,
})

export function newsService(deps: Deps) {
  const { config } = deps
  const source = deps.news ? externalNews(deps.news, deps.clock) : localNews(deps)
  const render = (body: Written['body']) =>
    deps.news || 'html' in body ? renderForeign(body) : renderMarkdown(body.markdown)

  return {
    async list(paging: { limit: number; offset: number }) {
      const articles = await answered(() =>
        page(paging, (limit) => source.list({ ...paging, limit })),
      )
      return { ...articles, items: articles.items.map(present) }
    },

    async get(slug: string) {
      const article = await answered(() => source.find(slug))
      if (!article) throw notFound()
      return { ...present(article), body_html: await render(article.body) }
    },

    async feed() {
      const articles = await answered(() => source.list({ limit: LIST_SIZE, offset: 0 }))
      const self = `${config.siteUrl}${API_BASE}${news.readFeed.path}`
      const bytes = new TextEncoder().encode(toRss(articles, config.siteUrl, self))
      return { bytes, type: 'application/rss+xml; charset=utf-8' }
    },
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NewsDown) throw new ApiError(503, undefined, { retryAfter: RETRY_S })
    throw error
  }
}
