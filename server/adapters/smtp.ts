import { createTransport } from 'nodemailer'
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
          from,
          messageId: messageIdOf(key, from),
          headers: stopHeaders(unsubscribe),
        })
      } catch (error) {
        throw isFinal(error) ? new Undeliverable('the mail server refuses this mailbox') : error
      }
    },
  }
}

/** RFC 5321: a 5xx for the recipient is permanent; a refused sender or login is our configuration, so retry. */
function isFinal(error: unknown): boolean {
  const { code, command, responseCode } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  return code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500
}
