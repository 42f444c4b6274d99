import type { OwnArticle } from '#contract/operator/news/calls.ts'
import { type EditorInput, formOfChanges, toWall } from '#pwa/lib/forms/editing/edit-form.ts'

/** The values of the form: texts, as typed. */
export interface ArticleValues {
  title: string
  slug: string
  lead: string
  body: string
  /** A local time in Japan. */
  published_at: string
}

/** Fields that may be empty in a draft. */
export const OPTIONAL_ARTICLE_FIELDS: readonly (keyof ArticleValues)[] = [
  'title',
  'slug',
  'lead',
  'body',
  'published_at',
]

/** The generated id of an article without a chosen one. */
const UNNAMED = /^draft-/

export const savedArticle = (article: OwnArticle | null): ArticleValues => ({
  title: article?.title ?? '',
  slug: article && !UNNAMED.test(article.slug) ? article.slug : '',
  lead: article?.lead ?? '',
  body: article?.body ?? '',
  published_at: article?.published_at ? toWall(article.published_at) : '',
})

export function articleFormOf(input: EditorInput<ArticleValues>, version: number) {
  const form = formOfChanges(input, ['published_at'])
  if (form.get('published_at') !== null && input.values.published_at === '')
    form.set('published_at', '')
  form.set('version', String(version))
  return form
}
