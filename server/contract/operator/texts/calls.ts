import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type OwnText = z.output<typeof schema.OwnText>

/** Legal texts in versions. A published version is immutable, as users agreed to it. */
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
  /** Publishes the draft as the next version: now, or on the given day. */
  publishText: { method: 'POST', path: '/operator/text/:slug/publish', auth: 'operator' },
  /** Only a version that is not in force yet. */
  cancelPlannedVersion: {
    method: 'DELETE',
    path: '/operator/text/:slug/version/:version',
    auth: 'operator',
    status: 200,
  },
  /** Renders a text as readers would see it. */
  previewText: { method: 'POST', path: '/operator/preview', auth: 'operator' },
})
