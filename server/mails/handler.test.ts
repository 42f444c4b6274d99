import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { type Letter, type MailWork, memoryMail, Undeliverable } from '#server/ports/mail.ts'
import { memoryLog } from '#server/testing/log.ts'
import { mailHandler } from './handler.ts'

const url = 'https://room.example/verify_mail?id=a&expires=1&signature=b'
const letters: Letter[] = [
  { letter: 'signUp', name: 'kaede', url },
  { letter: 'alreadyRegistered' },
  { letter: 'resetPassword', url },
  { letter: 'passwordChanged', at: '2026-11-20T15:30:00.000Z', stays: false },
  { letter: 'passwordChanged', at: '2026-11-20T15:30:00.000Z', stays: true },
  { letter: 'changeEmail', url },
  { letter: 'emailTaken' },
  { letter: 'emailChangeAsked', at: '2026-11-20T15:30:00.000Z' },
  { letter: 'emailChanged', at: '2026-11-20T15:30:00.000Z' },
  {
    letter: 'purchased',
    kind: 'room',
    title: '夜ふかし喫茶室',
    amount: 980,
    at: '2026-11-20T15:30:00.000Z',
    renewsAt: '2026-12-20T15:30:00.000Z',
  },
  {
    letter: 'purchased',
    kind: 'event',
    title: '秋の夜',
    amount: 1_980,
    at: '2026-11-20T15:30:00.000Z',
    renewsAt: null,
  },
  {
    letter: 'renewed',
    title: '夜ふかし喫茶室',
    amount: 980,
    at: '2026-11-20T15:30:00.000Z',
    renewsAt: '2026-12-20T15:30:00.000Z',
  },
  ...(['first', 'second', 'last'] as const).map((reminder) => ({
    letter: 'renewalFailed' as const,
    title: '夜ふかし喫茶室',
    amount: 980,
    reminder,
    locksAt: '2026-11-27T15:30:00.000Z',
  })),
  { letter: 'archiveDeleted', title: '秋の夜', eventId: 'night', room: 'aoi' },
  { letter: 'ticketOffered', title: '冬のはじまり', from: 'kaede' },
  { letter: 'ticketTakenBack', title: '冬のはじまり' },
  { letter: 'ticketRestored', title: '冬のはじまり' },
  { letter: 'ticketTaken', title: '冬のはじまり', by: 'kaede' },
  { letter: 'roomLocked', title: '夜ふかし喫茶室', amount: 980 },
  { letter: 'roomLeft', title: '夜ふかし喫茶室', paidUntil: '2026-12-20T15:30:00.000Z' },
  { letter: 'roomLeft', title: '夜ふかし喫茶室', paidUntil: null },
  { letter: 'roomLost', title: '夜ふかし喫茶室' },
  { letter: 'refunded', title: '秋の夜', amount: 1_980, why: null },
  { letter: 'eventCancelled', title: '秋の夜', refund: 1_980 },
  { letter: 'refunded', title: '秋の夜', amount: 1_980, why: 'late' },
  { letter: 'eventCancelled', title: '秋の夜', refund: 0 },
  { letter: 'entryCancelled', title: '冬のはじまり', refund: 3_500 },
  { letter: 'entryCancelled', title: '冬のはじまり', refund: 0 },
  { letter: 'eventReminder', title: '秋の夜', eventId: 'night', start: '2026-11-20T11:00:00.000Z' },
  { letter: 'ticketCancelled', title: '秋の夜', refund: 1_980 },
  { letter: 'ticketGiven', title: '秋の夜', ticketId: 'id1' },
  { letter: 'roomClosed', title: '葵の部屋', paidUntil: '2026-12-20T15:30:00.000Z' },
  { letter: 'roomClosed', title: '葵の部屋', paidUntil: null },
  { letter: 'eventNotStarted', title: '秋の夜', eventId: 'night' },
  { letter: 'operatorAlert', alert: 'refundFailed', at: '2026-11-20T15:30:00.000Z' },
]

function open() {
  const [mail, clock, log] = [memoryMail(), fakeClock(), memoryLog()]
  const config = readConfig({ SITE_URL: 'https://room.example', PAYMENTS: 'stripe' })
  const handle = mailHandler({ mail, clock, log, config })
  const { signal } = new AbortController()
  const send = (work: MailWork) => handle(work, { id: 'id1', key: 'mail:1', attempt: 1, signal })
  return { mail, clock, log, send }
}

describe('a mail', () => {
  it.each(letters)('says the same in text and in HTML: $letter', async (letter) => {
    const { mail, send } = open()
    await send({ ...letter, to: 'kaede@room.test' })
    const [{ to, subject, text, html, key }] = mail.sent as [(typeof mail.sent)[0]]
    expect([to, key]).toEqual(['kaede@room.test', 'mail:1'])
    expect(subject).toMatch(/^【Room】.+/)
    const shown = html
      .replace(/<style[\s\S]*<\/style>|<title>.*<\/title>/g, '')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&amp;', '&')
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('─'))
    for (const line of lines.map((line) => line.replace('▼ ', '')).slice(0, -3))
      expect(shown).toContain(line)
    expect(html).toContain('<html lang="ja">')
    expect(html).not.toMatch(/<script|<img|<link/)
  })

  it('carries its link, as an address that HTML can hold', async () => {
    const { mail, send } = open()
    await send({ letter: 'signUp', name: 'kaede', url, to: 'kaede@room.test' })
    expect(mail.sent[0]!.text).toContain(`\n${url}\n`)
    expect(mail.sent[0]!.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(mail.sent[0]!.text).toContain('@kaede')
  })

  it('tells the time in Japan', async () => {
    const { mail, send } = open()
    await send({ ...letters[3]!, to: 'kaede@room.test' })
    expect(mail.sent[0]!.text).toContain('2026年11月21日 0:30')
  })

  it('goes to nobody where there is nobody', async () => {
    const { mail, send } = open()
    await send({ ...letters[2]!, to: null })
    expect(mail.sent).toEqual([])
  })

  it('is not sent when its link has run out by then', async () => {
    const { mail, clock, send } = open()
    const until = new Date(clock.now().getTime() + 1000).toISOString()
    clock.move(999)
    await send({ ...letters[2]!, to: 'kaede@room.test', until })
    expect(mail.sent).toHaveLength(1)
    clock.move(1)
    await send({ ...letters[2]!, to: 'kaede@room.test', until })
    expect(mail.sent).toHaveLength(1)
  })

  it('is tried again when the mail server is down', async () => {
    const { mail, send } = open()
    mail.refuseNext('down')
    const failed = send({ ...letters[1]!, to: 'kaede@room.test' })
    await expect(failed).rejects.not.toBeInstanceOf(Undeliverable)
    await expect(failed).rejects.toThrow('down')
  })

  it('is given up when there is no such mailbox, and the log does not name it', async () => {
    const { mail, log, send } = open()
    mail.refuseNext('undeliverable')
    await send({ ...letters[1]!, to: 'kaede@room.test' })
    expect(log.lines).toEqual([
      {
        level: 'warn',
        facts: { id: 'id1', letter: 'alreadyRegistered' },
        message: 'a mail was refused for good',
      },
    ])
  })
})
