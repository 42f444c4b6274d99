import type { Schema } from '#server/db/schema.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Articles } from './articles.ts'
import * as query from './queries.ts'

const headlineOf = ({ slug, title, lead, image_path, published_at }: Schema['news']) => ({
  slug,
  title,
  lead,
  image: publicUrl(image_path),
  published_at,
})

/** Published articles in our database. */
export const localNews = (deps: Deps): Articles => ({
  async list(window) {
    return (await query.listNews(deps.read, isoNow(deps), window)).map(headlineOf)
  },
  async find(slug) {
    const article = await query.findArticle(deps.read, isoNow(deps), slug)
    return article ? { ...headlineOf(article), body: { markdown: article.body } } : null
  },
})
