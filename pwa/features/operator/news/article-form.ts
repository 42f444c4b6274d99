import type { OwnArticle } from '#contract/operator/news.ts'
import { formOfChanges, type Said, toWall } from '#pwa/lib/editing/edit-form.ts'

/** What the form holds: texts, as they are typed. */
export interface ArticleValues {
  title: string
  slug: string
  lead: string
  body: string
  /** A time on a wall in Japan. */
  published_at: string
}

/** What may be left empty, and emptied again, while it is a draft. */
export const OPTIONAL: readonly (keyof ArticleValues)[] = [
  'title',
  'slug',
  'lead',
  'body',
  'published_at',
]

/** The address of one that nobody has given an address yet. */
const UNNAMED = /^draft-/

export const savedArticle = (article: OwnArticle | null): ArticleValues => ({
  title: article?.title ?? '',
  slug: article && !UNNAMED.test(article.slug) ? article.slug : '',
  lead: article?.lead ?? '',
  body: article?.body ?? '',
  published_at: article?.published_at ? toWall(article.published_at) : '',
})

export function articleFormOf(said: Said<ArticleValues>, version: number) {
  const form = formOfChanges(said, ['published_at'])
  if (form.get('published_at') !== null && said.values.published_at === '')
    form.set('published_at', '')
  form.set('version', String(version))
  return form
}
