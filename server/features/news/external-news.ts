import type { Clock } from '#server/ports/clock.ts'
import type { News } from '#server/ports/news.ts'
import type { Articles } from './articles.ts'

/** Published articles of an external source. */
export function externalNews(source: News, clock: Clock): Articles {
  const isOut = ({ published_at }: { published_at: string }) =>
    published_at <= clock.now().toISOString()
  return {
    async list({ limit, offset }) {
      return (await source.list()).filter(isOut).slice(offset, offset + limit)
    },
    async find(slug) {
      const article = await source.find(slug)
      return article && isOut(article) ? article : null
    },
  }
}
