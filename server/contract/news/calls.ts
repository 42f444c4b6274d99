import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Article = z.output<typeof schema.Article>
export type Headline = Omit<Article, 'body_html'>

/** Newest first; `readFeed` has the same as RSS 2.0. */
export const news = endpoints<typeof schema.shapes>()({
  listNews: { method: 'GET', path: '/news', auth: 'none', kind: 'list' },
  readFeed: { method: 'GET', path: '/news/feed.xml', auth: 'none', kind: 'file' },
  getArticle: { method: 'GET', path: '/news/:slug', auth: 'none' },
})
