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
          to: { name: '', address: message.to },
          from,
          messageId: messageIdOf(key, from),
          // RFC 3834: automatic replies, such as absence notices, are not sent to it.
          headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(unsubscribe) },
        })
      } catch (error) {
        throw isFinal(error)
          ? new Undeliverable(`the mail server refuses it: ${error.response}`)
          : error
      }
    },
  }
}

/** Stages at which a reply is about the message; greeting and login are about our configuration. */
const STAGES = ['MAIL FROM', 'RCPT TO', 'DATA']

/** RFC 5321, 4.2.1: a 5xx is permanent. */
function isFinal(error: unknown): error is SMTPError {
  if (!(error instanceof Error)) return false
  const { command = '', responseCode = 0 }: SMTPError = error
  return responseCode >= 500 && STAGES.includes(command)
}
