import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fileMail } from './mail-outbox.ts'

const message = {
  to: 'kaede@room.test',
  subject: '【Room】メールアドレスの確認',
  text: '▼ 登録を完了する\nhttp://localhost:3000/verify_mail?id=a&signature=b\n\nRoom\nhttp://localhost:3000\n',
  html: '<p>楓さん</p>',
  key: 'mail:signUp:../../1',
}

function open() {
  const root = mkdtempSync(join(tmpdir(), 'room-mail-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'outbox', 'mail')
  const printed: string[] = []
  const mail = fileMail(folder, 'Room <no-reply@localhost>', (line) => void printed.push(line))
  return { folder, printed, mail }
}

it('email is written as a file for mail programs, readable by its user only', async () => {
  const { folder, mail } = open()
  await mail.send(message)
  expect(readdirSync(folder)).toEqual(['mail-signUp-1.eml'])
  const path = join(folder, 'mail-signUp-1.eml')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('To: kaede@room.test\r\n')
  expect(text).toContain('Content-Type: multipart/alternative')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
})

it('prints the email’s link, and neither the address nor other links', async () => {
  const { printed, mail } = open()
  await mail.send(message)
  expect(printed).toEqual([
    '【Room】メールアドレスの確認: http://localhost:3000/verify_mail?id=a&signature=b\n',
  ])
})

it('prints no link of an email that can be unsubscribed, such as a reminder to all holders', async () => {
  const { folder, printed, mail } = open()
  await mail.send({ ...message, unsubscribe: 'http://localhost:3000/stop' })
  expect(readdirSync(folder)).toHaveLength(1)
  expect(printed).toEqual([])
})

it('email that is sent again replaces its file', async () => {
  const { folder, mail } = open()
  await mail.send(message)
  await mail.send(message)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('deletes all emails to an address, and keeps others (69)', async () => {
  const { folder, mail } = open()
  const long = `${'a'.repeat(60)}@${'long-name.'.repeat(6)}test`
  await mail.deleteMail(long)
  await mail.send(message)
  await mail.send({ ...message, to: long, key: 'long' })
  await mail.send({ ...message, to: `x${message.to}`, key: 'alike' })
  await mail.deleteMail(long)
  await mail.deleteMail(message.to)
  expect(readdirSync(folder)).toEqual(['alike.eml'])
})

it('deletes emails older than a date, and keeps newer ones', async () => {
  const { folder, mail } = open()
  const then = new Date('2026-10-20T00:00:00.000Z')
  expect(await mail.deleteBefore(then), 'where none was sent').toBe(0)
  for (const key of ['old', 'new']) await mail.send({ ...message, key })
  utimesSync(join(folder, 'old.eml'), then, new Date(then.getTime() - 1))
  utimesSync(join(folder, 'new.eml'), then, then)
  expect(await mail.deleteBefore(then)).toBe(1)
  expect(readdirSync(folder)).toEqual(['new.eml'])
})
