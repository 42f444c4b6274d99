import * as z from 'zod'
import { Instant, Paging, Path } from '../shared/shared.schema.ts'

export const Article = z.object({
  slug: z.string(),
  title: z.string(),
  lead: z.string(),
  /** Sanitized. */
  body_html: z.string(),
  /** A path on this site, or an external URL if articles come from an external source. */
  image_path: Path,
  published_at: Instant,
})

export const shapes = {
  listNews: { query: Paging, output: z.array(Article.omit({ body_html: true })) },
  readFeed: {},
  getArticle: { params: z.object({ slug: z.string() }), output: Article },
}
