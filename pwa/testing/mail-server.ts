import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  /** The value for `SMTP_URL`. */
  url: string
  /** The emails to this address, parsed, oldest first. */
  mailsTo: (address: string) => Email[]
}

/** A local SMTP server that accepts every email and forwards none. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, callback) {
      const parsed = buffer(stream).then((bytes) => PostalMime.parse(bytes))
      parsed.then((mail) => {
        mails.push(mail)
        callback()
      }, callback)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address) => mails.filter(({ to }) => to?.some((one) => one.address === address)),
    [Symbol.asyncDispose]: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
