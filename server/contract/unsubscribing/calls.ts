import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Emails that can be unsubscribed, by the name of their setting. */
export const MAIL_KINDS = ['event_reminder'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Unsubscribe links of emails (RFC 2369, RFC 8058): a confirmation page, and the one-click call. */
export const unsubscribing = endpoints<typeof schema.shapes>()({
  askUnsubscribe: { method: 'GET', path: '/unsubscribe', auth: 'none', kind: 'html' },
  unsubscribe: { method: 'POST', path: '/unsubscribe', auth: 'none', kind: 'html' },
})
