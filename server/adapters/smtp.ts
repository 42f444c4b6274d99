import { createTransport } from 'nodemailer'
import { type Mail, Undeliverable } from '#server/ports/mail.ts'
import { messageIdOf } from './message-id.ts'
import { stopHeaders } from './stop-headers.ts'

const PATIENCE_MS = 20_000

/** Sends through the server of `smtp://user:password@host:port` or `smtps://…`. `from`: `Name <address>`. */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async forget() {},
    forgetBefore: async () => 0,
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

/** RFC 5321: 5xx to the recipient stays so; a refused sender or login is ours to mend, and then it may go. */
function isFinal(error: unknown): boolean {
  const { code, command, responseCode } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  return code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500
}
