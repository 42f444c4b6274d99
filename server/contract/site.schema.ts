import * as z from 'zod'
import { Instant } from './shared.schema.ts'
import { TEXTS, TOPICS } from './site.ts'
import { SOCIAL_PROVIDERS } from './social.ts'
import { SWITCHES } from './switches.ts'

export const Config = z.object({
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
  /** Providers one may log in with; the page shows no others. */
  social: z.array(z.enum(SOCIAL_PROVIDERS)),
  seller: z.object({ name: z.string(), url: z.string().nullable() }),
  /** The service's own accounts elsewhere, for the footer. */
  accounts: z.array(z.object({ title: z.string(), url: z.string() })),
  /** False: operators have paused it, and its calls are refused with 503. */
  switches: z.record(z.enum(SWITCHES), z.boolean()),
  /** News are written on another service. */
  news_elsewhere: z.boolean(),
  demo: z.boolean(),
})

export const shapes = {
  getConfig: { output: Config },
  getText: {
    params: z.object({ slug: z.enum(TEXTS) }),
    output: z.object({
      slug: z.enum(TEXTS),
      title: z.string(),
      /** Sanitised. */
      body_html: z.string(),
      version: z.int(),
      published_at: Instant,
      /** False where facts that the law asks for are missing: the page says so. */
      complete: z.boolean(),
      /** What those facts are, in words. */
      missing: z.array(z.string()),
    }),
  },
  listFaq: {
    params: z.object({ topic: z.enum(TOPICS) }),
    output: z.array(z.object({ id: z.string(), question: z.string(), answer_html: z.string() })),
  },
}
