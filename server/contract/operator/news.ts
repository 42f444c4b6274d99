import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './news.schema.ts'

export type OwnArticle = z.output<typeof schema.OwnArticle>
export type OwnHeadline = Omit<OwnArticle, 'body'>

/** Writing the news. `version` is the one that was read: who saves over another's work is told so with 409. */
export const operatorNews = endpoints<typeof schema.shapes>()({
  /** Drafts first, then what is planned and what is out, the newest first. */
  listArticles: { method: 'GET', path: '/operator/news', auth: 'operator', kind: 'list' },
  getArticle: { method: 'GET', path: '/operator/news/:slug', auth: 'operator' },
  createArticle: {
    method: 'POST',
    path: '/operator/news',
    auth: 'operator',
    kind: 'multipart',
    status: 201,
  },
  changeArticle: {
    method: 'POST',
    path: '/operator/news/:slug',
    auth: 'operator',
    kind: 'multipart',
  },
  /** Drafts only. */
  deleteArticle: { method: 'DELETE', path: '/operator/news/:slug', auth: 'operator', status: 204 },
})
