import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'
import { AGREED_TEXTS } from './calls.ts'

export const PendingConsent = z.object({
  slug: z.enum(AGREED_TEXTS),
  title: z.string(),
  /** The current version, to which the consent is given. */
  version: z.int(),
  published_at: Instant,
})

export const shapes = {
  listConsents: { output: z.array(PendingConsent) },
  giveConsent: {
    body: z.object({
      texts: z
        .array(z.object({ slug: z.enum(AGREED_TEXTS), version: z.int().min(1).max(1_000_000) }))
        .min(1)
        .max(AGREED_TEXTS.length),
    }),
    output: z.array(PendingConsent),
  },
}
