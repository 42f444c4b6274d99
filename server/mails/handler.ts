import type { Handler } from '#server/db/outbox.ts'
import { unsubscribeUrls } from '#server/http/unsubscribe-url.ts'
import { type Email, type MailWork, Undeliverable } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { asHtml, asText } from './layout.ts'
import { wordsOf } from './words.ts'

/** Sends the mails that were left in the outbox. */
export function mailHandler({
  mail,
  clock,
  config,
  secrets,
  log,
}: Pick<Deps, 'mail' | 'clock' | 'config' | 'secrets' | 'log'>): Handler {
  const { urlOf } = unsubscribeUrls({ config, secrets })
  /** What somebody did, or must know, comes in any case. */
  const stopping = (letter: Email) =>
    letter.letter === 'eventReminder' || letter.letter === 'entryReminder'
      ? { unsubscribe: urlOf(letter.userId, 'event_reminder') }
      : {}
  return async (payload, { id, key }) => {
    const { to, until, ...letter } = payload as MailWork
    if (to === null || (until !== undefined && until <= clock.now().toISOString())) return
    const words = wordsOf(letter, config.siteUrl)
    const text = asText(words, config.siteUrl)
    const html = asHtml(words, config.siteUrl)
    try {
      await mail.send({ to, subject: words.subject, text, html, key, ...stopping(letter) })
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error
      log.warn({ id, letter: letter.letter }, 'a mail was refused for good')
    }
    if (letter.letter === 'left') await mail.forget(to)
  }
}
