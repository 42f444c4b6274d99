import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { GiveUp } from '#server/db/outbox.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { type MailWork, memoryMail, Undeliverable } from '#server/ports/mail.ts'
import { newSecrets } from '#server/process/secrets.ts'
import { mailHandler } from './handler.ts'
import { sampleEmails, sampleObject } from './sample-emails.ts'

const url = 'https://room.example/verify_mail?id=a&expires=1&signature=b'
const changed = { letter: 'passwordChanged', at: '2026-11-20T15:30:00.000Z', stays: false } as const
const reset = { letter: 'resetPassword', url } as const
const registered = { letter: 'alreadyRegistered' } as const

function open(calendar = (path: string) => new Response(`BEGIN:VCALENDAR ${path}`)) {
  const [mail, clock] = [memoryMail(), fakeClock()]
  const config = readConfig({ SITE_URL: 'https://room.example', PAYMENTS: 'stripe' })
  const handle = mailHandler(
    { mail, clock, config, secrets: newSecrets() },
    { objectOf: async (email) => sampleObject(email), isCurrent: async () => true },
    calendar,
  )
  const { signal } = new AbortController()
  const send = (work: MailWork) => handle(work, { id: 'id1', key: 'mail:1', attempt: 1, signal })
  return { mail, clock, send }
}

describe('email', () => {
  it.each(sampleEmails)('has the same content in text and HTML: $letter', async (email) => {
    const { mail, send } = open()
    await send({ ...email, to: 'kaede@room.test' })
    const [{ to, subject, text, html, key }] = mail.sent as [(typeof mail.sent)[0]]
    expect([to, key]).toEqual(['kaede@room.test', 'mail:1'])
    expect(subject).toMatch(/^【Room】.+/)
    const shown = html
      .replace(/<style[\s\S]*<\/style>|<title>.*<\/title>/g, '')
      .replace(/<\/?span[^>]*>/g, '')
      .replace(/<a [^>]*href="([^"]+)"[^>]*>/g, '\n$1\n')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&amp;', '&')
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('─'))
    for (const line of lines.map((line) => line.replace('▼ ', '')).slice(0, -3))
      expect(shown).toContain(line)
    expect(html).toContain('<html lang="ja">')
    expect(html).not.toMatch(/<script|<link/)
    // No picture but those of the ticket or room, of this site: nobody else learns that an email was opened.
    const object = sampleObject(email)
    const pictures = [object?.picture, object?.kind === 'room' ? object.face : null]
    const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)
    expect(sources).toEqual(
      pictures.flatMap((path) => (path ? [`https://room.example${path}`] : [])),
    )
    expect(html.match(/<img/g)?.length ?? 0).toBe(sources.length)
  })

  it('goes without the calendar file of what visitors do not see, and waits for one that fails', async () => {
    const bought = sampleEmails.find(({ letter }) => letter === 'entryReminder')!
    const hidden = open(() => new Response(null, { status: 404 }))
    await hidden.send({ ...bought, to: 'kaede@room.test' })
    expect(hidden.mail.sent[0]!.attachments).toBeUndefined()
    const broken = open(() => new Response(null, { status: 503 }))
    await expect(broken.send({ ...bought, to: 'kaede@room.test' })).rejects.toThrow('503')
    expect(broken.mail.sent).toEqual([])
  })

  it('contains its link, escaped in HTML', async () => {
    const { mail, send } = open()
    await send({ letter: 'signUp', name: 'kaede', url, to: 'kaede@room.test' })
    expect(mail.sent[0]!.text).toContain(`\n${url}\n`)
    expect(mail.sent[0]!.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(mail.sent[0]!.text).toContain('@kaede')
  })

  it('contains times in Japan', async () => {
    const { mail, send } = open()
    await send({ ...changed, to: 'kaede@room.test' })
    expect(mail.sent[0]!.text).toContain('2026年11月21日 0:30')
  })

  it('is not sent without a recipient', async () => {
    const { mail, send } = open()
    await send({ ...reset, to: null })
    expect(mail.sent).toEqual([])
  })

  it('is not sent after its link has expired', async () => {
    const { mail, clock, send } = open()
    const until = new Date(clock.now().getTime() + 1000).toISOString()
    clock.move(999)
    await send({ ...reset, to: 'kaede@room.test', until })
    expect(mail.sent).toHaveLength(1)
    clock.move(1)
    await send({ ...reset, to: 'kaede@room.test', until })
    expect(mail.sent).toHaveLength(1)
  })

  it('is retried while the mail server is down', async () => {
    const { mail, send } = open()
    mail.refuseNext('down')
    const failed = send({ ...registered, to: 'kaede@room.test' })
    await expect(failed).rejects.not.toBeInstanceOf(Undeliverable)
    await expect(failed).rejects.toThrow('down')
  })

  it('is given up if the mailbox does not exist', async () => {
    const { mail, send } = open()
    mail.refuseNext('undeliverable')
    await expect(send({ ...registered, to: 'kaede@room.test' })).rejects.toBeInstanceOf(GiveUp)
  })

  it('has one-click unsubscribe if it is optional, and only then', async () => {
    const { mail, send } = open()
    for (const email of sampleEmails) await send({ ...email, to: 'kaede@room.test' })
    const stoppable = sampleEmails.filter((_, n) => mail.sent[n]!.unsubscribe !== undefined)
    expect(stoppable.map(({ letter }) => letter)).toEqual(['eventReminder', 'entryReminder'])
    const { unsubscribe } = mail.sent.find((sent) => sent.unsubscribe)!
    expect(unsubscribe).toMatch(
      /^https:\/\/room\.example\/api\/application\/unsubscribe\?id=kaede&kind=event_reminder&signature=[\w-]{43}$/,
    )
  })
})
