import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'
import { SOCIAL_PROVIDERS } from '../social/calls.ts'
import { TEXTS, TOPICS } from './calls.ts'
import { SWITCHES } from './switches.ts'

export const SiteConfig = z.object({
  site: z.object({ url: z.string(), title: z.string(), indexable: z.boolean() }),
  payments: z.object({
    provider: z.enum(['sandbox', 'stripe']),
    publishable_key: z.string().nullable(),
    api_base: z.string().nullable(),
  }),
  push: z.object({
    vapid_public_key: z.string().nullable(),
    firebase: z.record(z.string(), z.string()).nullable(),
  }),
  /** Login providers that are configured. */
  social: z.array(z.enum(SOCIAL_PROVIDERS)),
  seller: z.object({ name: z.string(), url: z.string().nullable() }),
  /** The operator's social accounts, for the footer. */
  accounts: z.array(z.object({ title: z.string(), url: z.string() })),
  /** False: paused by operators; its calls answer 503. */
  switches: z.record(z.enum(SWITCHES), z.boolean()),
  /** News come from an external source. */
  news_elsewhere: z.boolean(),
  /** Films that not every browser can play are converted. */
  converts_films: z.boolean(),
  demo: z.boolean(),
})

export const shapes = {
  getConfig: { output: SiteConfig },
  getText: {
    params: z.object({ slug: z.enum(TEXTS) }),
    output: z.object({
      slug: z.enum(TEXTS),
      title: z.string(),
      /** Sanitized. */
      body_html: z.string(),
      version: z.int(),
      published_at: Instant,
      /** False if facts required by law are missing: the page says so. */
      complete: z.boolean(),
      /** Names of the missing facts. */
      missing: z.array(z.string()),
    }),
  },
  listFaq: {
    params: z.object({ topic: z.enum(TOPICS) }),
    output: z.array(z.object({ id: z.string(), question: z.string(), answer_html: z.string() })),
  },
}
