import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '#server/ports/mail.ts'
import { messageIdOf } from './message-id.ts'
import { stopHeaders } from './stop-headers.ts'

/**
 * Mails as `.eml` files, for where no mail server is: any mail program opens them. `print` is given a line for each
 * link, so that whoever tries the product out need not look for the file.
 */
export function fileMail(folder: string, from: string, print: (line: string) => void): Mail {
  const openComposer = async () =>
    (await import('nodemailer')).createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
    })
  let composer: ReturnType<typeof openComposer> | undefined
  return {
    async forget(address) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if (isTo(address, await readFile(path, 'latin1'))) await rm(path, { force: true })
      }
    },
    async forgetBefore(then) {
      let gone = 0
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if ((await stat(path)).mtime >= then) continue
        await rm(path, { force: true })
        gone++
      }
      return gone
    },
    async send({ key, unsubscribe, ...message }) {
      composer ??= openComposer()
      const composed = await (await composer).sendMail({
        ...message,
        from,
        messageId: messageIdOf(key, from),
        headers: stopHeaders(unsubscribe),
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${key.replace(/[^\w-]+/g, '-')}.eml`)
      // The links in it open accounts: for the eyes of its user alone.
      await writeFile(`${path}.part`, composed.message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      for (const link of linksIn(message.text)) print(`${message.subject}: ${link}\n`)
    },
  }
}

/** By the head of the mail; long addresses may stand on a line of their own there (RFC 5322, 2.2.3). */
const isTo = (address: string, mail: string) =>
  mail
    .slice(0, mail.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .some((line) => /^to:/i.test(line) && line.slice(3).trim() === address)

/** Those on lines of their own with a path: the letter's, not the address of the site under it. */
const linksIn = (text: string): string[] => text.match(/^https?:\/\/[^/\s]+\/\S+$/gm) ?? []
