import { API_BASE } from '#contract/endpoint.ts'
import { LIST_SIZE } from '#contract/limits.ts'
import { news } from '#contract/news.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { publicUrl } from '#server/http/media-url.ts'
import { notFound } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import { toRss } from './feed.ts'
import * as query from './queries.ts'

const present = ({ slug, title, lead, image_path, published_at }: Schema['news']) => ({
  slug,
  title,
  lead,
  image_path: publicUrl(image_path),
  published_at,
})

export function newsService({ read, clock, config }: Pick<Deps, 'read' | 'clock' | 'config'>) {
  const now = () => clock.now().toISOString()
  return {
    async list(paging: { limit: number; offset: number }) {
      const articles = await page(paging, (limit) =>
        query.listNews(read, now(), limit, paging.offset),
      )
      return { ...articles, items: articles.items.map(present) }
    },

    async get(slug: string) {
      const article = await query.findArticle(read, now(), slug)
      if (!article) throw notFound()
      return { ...present(article), body_html: await renderMarkdown(article.body) }
    },

    async feed() {
      const articles = await query.listNews(read, now(), LIST_SIZE, 0)
      const self = `${config.siteUrl}${API_BASE}${news.readFeed.path}`
      const bytes = new TextEncoder().encode(toRss(articles, config.siteUrl, self))
      return { bytes, type: 'application/rss+xml; charset=utf-8' }
    },
  }
}
