import { GiveUp, type Handler } from '#server/db/outbox.ts'
import { unsubscribeUrl } from '#server/http/unsubscribe-url.ts'
import { type Email, type MailMessage, type MailWork, Undeliverable } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { emailCopyOf } from './copy.ts'
import { asHtml, asText } from './layout.ts'
import type { MailObject } from './object.ts'

type Ask = (path: string) => Response | Promise<Response>

interface Lookups {
  /** The ticket or room that an email shows. */
  objectOf: (email: Email) => Promise<MailObject | null>
  /** Whether its news is still true: an offer may end before its email is sent. */
  isCurrent: (email: Email) => Promise<boolean>
}

/** Sends the emails of the outbox. `request` calls this server, as a visitor, for files that are attached. */
export function mailHandler(
  deps: Pick<Deps, 'mail' | 'clock' | 'config' | 'secrets'>,
  { objectOf, isCurrent }: Lookups,
  request: Ask,
): Handler {
  const { mail, clock, config } = deps
  /** Null for emails about a user's own actions and important facts: they cannot be unsubscribed. */
  const stopping = (email: Email) =>
    email.letter === 'eventReminder' || email.letter === 'entryReminder'
      ? { unsubscribe: unsubscribeUrl(deps, email.userId, 'event_reminder') }
      : {}
  return async (payload, { key }) => {
    // `enqueueEmail` is its only writer.
    const { to, until, ...email } = payload as MailWork
    if (to === null || (until !== undefined && until <= clock.now().toISOString())) return
    if (!(await isCurrent(email))) return
    const object = await objectOf(email)
    const copy = emailCopyOf(email, config.siteUrl, object)
    const text = asText(copy, config.siteUrl)
    const html = asHtml(copy, config.siteUrl)
    const refusal = await mail
      .send({
        ...{ to, subject: copy.subject, text, html, key },
        ...stopping(email),
        ...(await calendarOf(object, request)),
      })
      .then(() => null, unlessRetryable)
    if (email.letter === 'left') await mail.deleteMail(to)
    if (refusal) throw new GiveUp(`${email.letter}: ${refusal.message}`)
  }
}

/** Visitors do not see what it is about: the email links to it. */
const UNSEEN = [403, 404, 410]

/** The calendar file of the reader's ticket, as it is now. Throws if it is not available at present. */
async function calendarOf(
  object: MailObject | null,
  request: Ask,
): Promise<Pick<MailMessage, 'attachments'>> {
  if (object?.kind !== 'ticket' || object.calendar === null) return {}
  const answer = await request(object.calendar)
  if (UNSEEN.includes(answer.status)) return {}
  if (!answer.ok) throw new Error(`its calendar file answered ${answer.status}`)
  const contentType = 'text/calendar; charset=utf-8; method=PUBLISH'
  return {
    attachments: [{ filename: 'calendar.ics', contentType, content: await answer.text() }],
  }
}

function unlessRetryable(error: unknown): Undeliverable {
  if (error instanceof Undeliverable) return error
  throw error
}
