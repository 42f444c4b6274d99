import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  /** As `SMTP_URL` names it. */
  url: string
  /** What came to this address, oldest first, as a mail program reads it. */
  mailsTo: (address: string) => Email[]
}

/** A mail server on this machine that takes every mail and sends none on. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, taken) {
      const parsed = buffer(stream).then((bytes) => PostalMime.parse(bytes))
      parsed.then((mail) => {
        mails.push(mail)
        taken()
      }, taken)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address) => mails.filter(({ to }) => to?.some((one) => one.address === address)),
    [Symbol.asyncDispose]: () => new Promise((closed) => smtp.close(() => closed())),
  }
}
