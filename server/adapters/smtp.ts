import { createTransport } from 'nodemailer'
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js'
import { type Mail, Undeliverable } from '#server/ports/mail.ts'
import { messageIdOf } from './message-id.ts'
import { stopHeaders } from './stop-headers.ts'

const TIMEOUT_MS = 20_000

/** Sends through an SMTP server: `smtp://user:password@host:port` or `smtps://…`. `from`: `Name <address>`. */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deleteMail() {},
    deleteBefore: async () => 0,
    async send({ key, unsubscribe, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          to: { name: '', address: quoted(message.to) },
          from,
          messageId: messageIdOf(key, from),
          // RFC 3834: automatic replies, such as absence notices, are not sent to it.
          headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(unsubscribe) },
        })
      } catch (error) {
        throw isFinal(error) ? new Undeliverable('the mail server refuses this mailbox') : error
      }
    },
  }
}

/** RFC 5321, 4.1.2: a local part with doubled dots, or one at its end, is a quoted string. */
function quoted(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  return /^[^.]+(\.[^.]+)*$/.test(local) ? address : `"${local}"${address.slice(at)}`
}

/** RFC 5321: a 5xx for the recipient is permanent; a refused sender or login is our configuration, so retry. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, responseCode }: SMTPError = error
  return code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500
}
