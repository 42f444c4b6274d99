import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type OwnArticle = z.output<typeof schema.OwnArticle>
export type OwnHeadline = Omit<OwnArticle, 'body'>

/** Editing news. `version`: the one that was read; saving over another edit answers 409. */
export const operatorNews = endpoints<typeof schema.shapes>()({
  /** Drafts first, then scheduled and published ones, newest first. */
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
