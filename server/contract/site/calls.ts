import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type SiteConfig = z.output<typeof schema.SiteConfig>
export const TEXTS = ['terms', 'privacy', 'policy', 'legal', 'beginners'] as const
export type TextSlug = (typeof TEXTS)[number]
export const TOPICS = ['account', 'payment', 'other'] as const
export type Topic = (typeof TOPICS)[number]

/** The deployment: configuration, legal texts and help pages. */
export const site = endpoints<typeof schema.shapes>()({
  getConfig: { method: 'GET', path: '/config', auth: 'none' },
  getText: { method: 'GET', path: '/text/:slug', auth: 'none' },
  listFaq: { method: 'GET', path: '/faq/:topic', auth: 'none' },
})
