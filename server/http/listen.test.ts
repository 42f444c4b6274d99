import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { listen } from './listen.ts'

const HEADERS_MS = 300
const NOWHERE = { host: '127.0.0.1', port: 0 }

let cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanUp) await close()
  cleanUp = []
})

async function open(requestMs?: number) {
  const app = new Hono()
  app.post('/', async (c) => c.text(await c.req.text()))
  app.onError((_, c) => c.text('', 400))
  const door = await listen(app.fetch, {
    ...{ ...NOWHERE, headersMs: HEADERS_MS },
    ...(requestMs && { requestMs }),
  })
  cleanUp.push(door.close)
  const { port } = door.server.address() as AddressInfo
  const dial = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  return { ...door, port, dial }
}

const POST = 'POST / HTTP/1.1\r\nHost: room.test\r\nContent-Length: 4\r\n\r\n'
const heard = async (socket: Socket) => String((await once(socket, 'data'))[0])

it('says why it cannot open', async () => {
  const { port } = await open()
  const app = new Hono()
  await expect(listen(app.fetch, { ...NOWHERE, port })).rejects.toThrow('EADDRINUSE')
})

it('lets go who says nothing, and who never comes to an end', async () => {
  const { dial } = await open()
  const [silent, slow] = await Promise.all([dial(), dial()])
  slow.write('GET / HTTP/1.1\r\nHost: ro')
  silent.resume()
  slow.resume()
  await Promise.all([once(silent, 'close'), once(slow, 'close')])
})

it('fault 70: lets go who sends a letter now and then, and never comes to the end of a file', async () => {
  const { dial } = await open(2 * HEADERS_MS)
  const slow = await dial()
  const closed = once(slow, 'close')
  slow.write(`${POST}a`)
  expect(await heard(slow)).toMatch(/^HTTP\/1.1 408/)
  slow.resume()
  await closed
})

it('leaves idle lines to proxies, which keep them for two minutes', async () => {
  const { dial } = await open()
  const kept = await dial()
  kept.write(`${POST}once`)
  const [, idleS] = (await heard(kept)).match(/^Keep-Alive: timeout=(\d+)\r$/im)!
  expect(Number(idleS)).toBeGreaterThan(120)
  // So long as nobody who says nothing at all is let stay.
  await once((await dial()).resume(), 'close')
  kept.write(`${POST}more`)
  expect(await heard(kept)).toMatch(/^HTTP\/1.1 200[\s\S]*more$/)
})

it('closes after the answers that are under way, and waits for nobody else', async () => {
  const { server, close, dial } = await open()
  const [silent, asking] = await Promise.all([dial(), dial()])
  asking.write(POST)
  await once(server, 'request')
  const silenced = once(silent, 'close')
  let isClosed = false
  const closed = close().then(() => {
    isClosed = true
  })
  await expect(dial()).rejects.toThrow('ECONNREFUSED')
  expect(isClosed).toBe(false)
  asking.write('last')
  expect(await heard(asking)).toMatch(/^HTTP\/1.1 200[\s\S]*last$/)
  await Promise.all([closed, silenced])
})
