import { endpoints } from './endpoint.ts'
import type * as schema from './unsubscribing.schema.ts'

/** Mails that somebody may be without, by the setting of that name. */
export const MAIL_KINDS = ['event_reminder'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The links that mail programs show beside a mail (RFC 2369, RFC 8058): a page that asks, and what one tap does. */
export const unsubscribing = endpoints<typeof schema.shapes>()({
  askUnsubscribe: { method: 'GET', path: '/unsubscribe', auth: 'none', kind: 'html' },
  unsubscribe: { method: 'POST', path: '/unsubscribe', auth: 'none', kind: 'html' },
})
