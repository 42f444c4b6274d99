import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The completely written emails, oldest first. */
function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'outbox/mail')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** The text of the emails to this address from a server without SMTP, oldest first. */
export function mailsTo(dataDir: string, address: string): string[] {
  return readMails(dataDir)
    .filter((mail) => mail.includes(address))
    .map((mail) => Buffer.from(decode(mail), 'latin1').toString('utf8') + plain(mail))
}

/** Decodes base64 parts, as Japanese text mostly is. */
const plain = (mail: string) =>
  [...mail.matchAll(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)]
    .map(([, body]) => Buffer.from(body!, 'base64').toString('utf8'))
    .join('\n')

/** The links to `path` in the emails to this address from a server without SMTP. */
export function linksTo(dataDir: string, address: string, path: string): string[] {
  const mails = readMails(dataDir).filter((mail) => mail.includes(address))
  return mails.flatMap((mail) => {
    const link = decode(mail).match(/https?:\/\/[^\s"<>]+signature=[\w-]+/)
    return link?.[0].includes(path) ? [link[0]] : []
  })
}

/** Decodes quoted-printable (RFC 2045) in the HTML part. */
const decode = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&')
