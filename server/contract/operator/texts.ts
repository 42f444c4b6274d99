import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './texts.schema.ts'

export type OwnText = z.output<typeof schema.OwnText>

/** The legal texts in their versions. A version that was published stays as people agreed to it. */
export const operatorTexts = endpoints<typeof schema.shapes>()({
  listTexts: { method: 'GET', path: '/operator/text', auth: 'operator' },
  getOwnText: { method: 'GET', path: '/operator/text/:slug', auth: 'operator' },
  getVersion: { method: 'GET', path: '/operator/text/:slug/version/:version', auth: 'operator' },
  saveDraft: { method: 'PUT', path: '/operator/text/:slug/draft', auth: 'operator' },
  deleteDraft: {
    method: 'DELETE',
    path: '/operator/text/:slug/draft',
    auth: 'operator',
    status: 204,
  },
  /** The draft becomes the next version: now, or on the day that it names. */
  publishText: { method: 'POST', path: '/operator/text/:slug/publish', auth: 'operator' },
  /** Only what does not stand yet. */
  callOff: {
    method: 'DELETE',
    path: '/operator/text/:slug/version/:version',
    auth: 'operator',
    status: 200,
  },
  /** What readers would see of it. */
  previewText: { method: 'POST', path: '/operator/preview', auth: 'operator' },
})
