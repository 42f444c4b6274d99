import type * as z from 'zod'
import type * as schema from './consents.schema.ts'
import { endpoints } from './endpoint.ts'

/** Texts that everybody agrees to at sign-up, and agrees to anew where a new version asks for that. */
export const AGREED_TEXTS = ['terms', 'privacy'] as const
export type AgreedText = (typeof AGREED_TEXTS)[number]
/** The field under which a refusal says that a consent is missing. */
export const CONSENT_FIELD = 'consent'

export type PendingConsent = z.output<typeof schema.PendingConsent>

export const consents = endpoints<typeof schema.shapes>()({
  /** What the viewer has still to agree to; empty where nothing is asked of them. */
  listConsents: { method: 'GET', path: '/me/consent', auth: 'viewer' },
  /** Agrees to the versions that were read; 409 where one of them has been replaced meanwhile. */
  giveConsent: { method: 'POST', path: '/me/consent', auth: 'viewer' },
})
