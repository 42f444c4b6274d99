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

it('becomes a file that a mail program opens, for its user alone', async () => {
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

it('prints the link, and neither the address nor what is not a link of the letter', async () => {
  const { printed, mail } = open()
  await mail.send(message)
  expect(printed).toEqual([
    '【Room】メールアドレスの確認: http://localhost:3000/verify_mail?id=a&signature=b\n',
  ])
})

it('is one file when it is sent again', async () => {
  const { folder, mail } = open()
  await mail.send(message)
  await mail.send(message)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('69: forgets the mails to one address, and keeps those to others', async () => {
  const { folder, mail } = open()
  const long = `${'a'.repeat(60)}@${'long-name.'.repeat(6)}test`
  await mail.forget(long)
  await mail.send(message)
  await mail.send({ ...message, to: long, key: 'long' })
  await mail.send({ ...message, to: `x${message.to}`, key: 'alike' })
  await mail.forget(long)
  await mail.forget(message.to)
  expect(readdirSync(folder)).toEqual(['alike.eml'])
})

it('forgets the mails from before a day, and keeps those since', async () => {
  const { folder, mail } = open()
  const then = new Date('2026-10-20T00:00:00.000Z')
  expect(await mail.forgetBefore(then), 'where none was sent').toBe(0)
  for (const key of ['old', 'new']) await mail.send({ ...message, key })
  utimesSync(join(folder, 'old.eml'), then, new Date(then.getTime() - 1))
  utimesSync(join(folder, 'new.eml'), then, then)
  expect(await mail.forgetBefore(then)).toBe(1)
  expect(readdirSync(folder)).toEqual(['new.eml'])
})
