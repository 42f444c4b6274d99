import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Undeliverable } from '#server/ports/mail.ts'
import { smtpMail } from './smtp.ts'

interface Received {
  from: string
  to: string
  data: string
}

/** A minimal SMTP server (RFC 5321). `refuse` sets the reply to a command: 「550 no such mailbox」. */
async function startServer() {
  const received: Received[] = []
  const refuse = new Map<string, string>()

  function converse(socket: Socket) {
    let [text, from, to] = ['', '', '']
    let inData = false
    const sendLine = (line: string) => socket.write(`${line}\r\n`)
    function answer(line: string) {
      const verb = line.split(/[ :]/)[0]!.toUpperCase()
      const reply = refuse.get(verb)
      if (reply) return sendLine(reply)
      if (verb === 'EHLO') return sendLine('250-room.test\r\n250 8BITMIME')
      if (verb === 'MAIL') from = line.match(/<(.*)>/)![1]!
      if (verb === 'RCPT') to = line.match(/<(.*)>/)![1]!
      inData = verb === 'DATA'
      if (verb === 'QUIT') return socket.end('221 bye\r\n')
      return sendLine(inData ? '354 go on' : '250 ok')
    }
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const end = inData ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const part = text.slice(0, at)
        text = text.slice(at + end.length)
        if (!inData) answer(part)
        else {
          inData = false
          const reply = refuse.get('.')
          if (!reply) received.push({ from, to, data: part })
          sendLine(reply ?? '250 taken')
        }
      }
    })
    socket.on('error', () => socket.destroy())
    sendLine('220 room.test')
  }

  const server = createServer(converse)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, received, refuse, close }
}

describe('email over SMTP', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  const message = {
    to: 'kaede@room.test',
    subject: '【Room】メールアドレスの確認',
    text: '楓さん\n.\n..点だけの行\nhttps://room.example/verify_mail?id=a&expires=1&signature=b',
    html: '<p>楓さん</p>',
    key: 'mail:signUp:1',
  }
  const send = (key = message.key) =>
    smtpMail(server.url, 'Room <no-reply@room.example>').send({ ...message, key })
  const partOf = (data: string, type: string) => {
    const [, encoding, body] = data.match(
      new RegExp(
        `Content-Type: ${type}[^]*?Content-Transfer-Encoding: (\\S+)\\r\\n\\r\\n([^]*?)\\r\\n--`,
      ),
    )!
    const unstuffed = body!.replace(/^\.\./gm, '.') // RFC 5321 dot-stuffing: undo the extra dot.
    return decoded(encoding === 'base64' ? 'B' : 'Q', unstuffed.replaceAll('=\r\n', '')).toString()
  }

  it('arrives complete, as text and HTML', async () => {
    await send()
    const [{ from, to, data }] = server.received as [Received]
    expect([from, to]).toEqual(['no-reply@room.example', 'kaede@room.test'])
    expect(data).toMatch(/^From: Room <no-reply@room\.example>$/m)
    const [, subject] = data.match(/^Subject: ((?:.|\r\n )*)/m)!
    const decodedHeader = [...subject!.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g)].map(
      ([, kind, word]) => decoded(kind!, word!.replaceAll('_', ' ')),
    )
    expect(Buffer.concat(decodedHeader).toString()).toBe(message.subject)
    expect(partOf(data, 'text/plain').replaceAll('\r\n', '\n')).toBe(message.text)
    expect(partOf(data, 'text/html')).toBe(message.html)
  })

  it.each(['aaa..bbb', 'aaa.'])(
    'goes to an old address of a carrier, %s, in quotes',
    async (local) => {
      const mail = smtpMail(server.url, 'Room <no-reply@room.example>')
      await mail.send({ ...message, to: `${local}@docomo.ne.jp` })
      const [{ to, data }] = server.received as [Received]
      expect(to).toBe(`"${local}"@docomo.ne.jp`)
      expect(data).toContain(`To: <"${local}"@docomo.ne.jp>\r\n`)
    },
  )

  it('brings its attachments', async () => {
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH'
    const mail = smtpMail(server.url, 'Room <no-reply@room.example>')
    const attachments = [{ filename: 'calendar.ics', contentType, content: 'BEGIN:VCALENDAR' }]
    await mail.send({ ...message, attachments })
    const { data } = server.received[0] as Received
    expect(data).toContain('Content-Type: text/calendar; charset=utf-8; method=PUBLISH')
    expect(data).toContain('Content-Disposition: attachment; filename=calendar.ics')
    expect(data).toContain(btoa('BEGIN:VCALENDAR'))
  })

  it('says that a program sent it', async () => {
    await send()
    expect(server.received[0]?.data).toContain('Auto-Submitted: auto-generated\r\n')
  })

  it('has the same Message-ID for the same key, and another for another key', async () => {
    for (const key of ['a', 'a', 'b']) await send(key)
    const ids = server.received.map(({ data }) => data.match(/^Message-ID: (<.+>)/im)![1])
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@room\.example>$/)
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
  })

  it.each([
    { verb: 'RCPT', says: '550 no such mailbox', final: true },
    { verb: 'RCPT', says: '451 try again later', final: false },
    { verb: 'MAIL', says: '550 sender not allowed', final: true },
    { verb: 'MAIL', says: '450 not now', final: false },
    { verb: 'DATA', says: '554 no', final: true },
    { verb: '.', says: '554 looks like spam', final: true },
    { verb: '.', says: '451 not now', final: false },
  ])('is given up if refused with $says: $final', async ({ verb, says, final }) => {
    server.refuse.set(verb, says)
    const error = await send().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof Undeliverable).toBe(final)
    expect(server.received).toEqual([])
  })

  it('fails with a retryable error if no server listens', async () => {
    const unreachable = smtpMail('smtp://127.0.0.1:1', 'Room <no-reply@room.example>')
    await expect(unreachable.send(message)).rejects.not.toBeInstanceOf(Undeliverable)
    await expect(unreachable.send(message)).rejects.toThrow('ECONNREFUSED')
  })

  it('has List-Unsubscribe headers if it can be unsubscribed', async () => {
    const mail = smtpMail(server.url, 'Room <no-reply@room.test>')
    await mail.send(message)
    const unsubscribe = 'https://room.example/api/application/unsubscribe?id=a&kind=b&signature=c'
    await mail.send({ ...message, key: 'another', unsubscribe })
    const [plain, stoppable] = server.received.map(({ data }) => data.replace(/\r\n[ \t]+/g, ' '))
    expect(plain).not.toContain('List-Unsubscribe')
    expect(stoppable).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`)
    expect(stoppable).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })
})

/** RFC 2045: base64 or quoted-printable. */
const decoded = (kind: string, text: string) =>
  kind === 'B'
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number(`0x${hex}`)),
        ),
        'latin1',
      )
