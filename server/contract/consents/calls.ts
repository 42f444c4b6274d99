import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Texts that are accepted at sign-up, and again if a new version requires it. */
export const AGREED_TEXTS = ['terms', 'privacy'] as const
export type AgreedText = (typeof AGREED_TEXTS)[number]
/** Field name of an error that asks for a missing consent. */
export const CONSENT_FIELD = 'consent'

export type PendingConsent = z.output<typeof schema.PendingConsent>

export const consents = endpoints<typeof schema.shapes>()({
  /** Texts that the viewer still has to accept. */
  listConsents: { method: 'GET', path: '/me/consent', auth: 'viewer' },
  /** Accepts the versions that were read; 409 if one of them has been replaced. */
  giveConsent: { method: 'POST', path: '/me/consent', auth: 'viewer' },
})
