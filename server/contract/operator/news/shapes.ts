import * as z from 'zod'
import { clearable, field, line, moment, picture, tooLongText } from '../../shared/form.schema.ts'
import { Instant, Paging, Path } from '../../shared/shared.schema.ts'
import { markdown } from '../content.schema.ts'
import { NEWS_MAX } from '../limits.ts'
import { NEWS_MOMENT, SLUG_WRONG } from '../messages.ts'

export const OwnArticle = z.object({
  slug: z.string(),
  title: z.string(),
  lead: z.string(),
  /** Markdown. */
  body: z.string(),
  image_path: Path,
  /** In the future: scheduled. Null: a draft. */
  published_at: Instant.nullable(),
  status: z.enum(['draft', 'published']),
  version: z.int(),
  updated_at: Instant,
})

const Slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, { error: SLUG_WRONG })
  .max(NEWS_MAX.slug, { error: tooLongText('URL', NEWS_MAX.slug) })

/** Omitted fields stay unchanged; an empty text removes a picture. */
const Writing = z.object({
  slug: field(Slug),
  title: line
    .pipe(z.string().max(NEWS_MAX.title, { error: tooLongText('タイトル', NEWS_MAX.title) }))
    .optional(),
  lead: line
    .pipe(z.string().max(NEWS_MAX.lead, { error: tooLongText('リード', NEWS_MAX.lead) }))
    .optional(),
  body: markdown('本文', NEWS_MAX.body).optional(),
  published_at: clearable(moment(NEWS_MOMENT)),
  image: picture,
  status: z.enum(['draft', 'published']).optional(),
  version: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})
export type NewsWriting = z.output<typeof Writing>

const BySlug = z.object({ slug: z.string().max(200) })

export const shapes = {
  listArticles: { query: Paging, output: z.array(OwnArticle.omit({ body: true })) },
  getArticle: { params: BySlug, output: OwnArticle },
  createArticle: { body: Writing, output: OwnArticle },
  changeArticle: { params: BySlug, body: Writing, output: OwnArticle },
  deleteArticle: { params: BySlug },
}
