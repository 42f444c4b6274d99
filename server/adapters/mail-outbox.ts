import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '#server/ports/mail.ts'
import { messageIdOf } from './message-id.ts'
import { stopHeaders } from './stop-headers.ts'

/**
 * Stores emails as `.eml` files, for use without a mail server: any mail program opens them. `print` gets a line for
 * each link, so that links can be followed without opening the file; not for reminders, which go to many at once.
 */
export function fileMail(folder: string, from: string, print: (line: string) => void): Mail {
  const createComposer = async () =>
    (await import('nodemailer')).createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
    })
  let composer: ReturnType<typeof createComposer> | undefined
  return {
    async deleteMail(address) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if (isTo(address, await readFile(path, 'latin1'))) await rm(path, { force: true })
      }
    },
    async deleteBefore(then) {
      let deleted = 0
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if ((await stat(path)).mtime >= then) continue
        await rm(path, { force: true })
        deleted++
      }
      return deleted
    },
    async send({ key, unsubscribe, ...message }) {
      composer ??= createComposer()
      const composed = await (await composer).sendMail({
        ...message,
        from,
        messageId: messageIdOf(key, from),
        headers: stopHeaders(unsubscribe),
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${key.replace(/[^\w-]+/g, '-')}.eml`)
      // Readable by this user only: its links open accounts.
      await writeFile(`${path}.part`, composed.message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      if (unsubscribe) return
      for (const link of linksIn(message.text)) print(`${message.subject}: ${link}\n`)
    },
  }
}

/** Reads the header of the email; long addresses may be folded onto the next line (RFC 5322, 2.2.3). */
const isTo = (address: string, mail: string) =>
  mail
    .slice(0, mail.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .some((line) => /^to:/i.test(line) && line.slice(3).trim() === address)

/** Links with a path on lines of their own: the email's link, not the site's address in the footer. */
const linksIn = (text: string): string[] => text.match(/^https?:\/\/[^/\s]+\/\S+$/gm) ?? []
