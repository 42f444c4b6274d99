import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { Hono } from 'hono'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { listen } from './listen.ts'

const HEADERS_MS = 300
const NOWHERE = { host: '127.0.0.1', port: 0 }

let cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanUp) await close()
  cleanUp = []
})

async function open(requestMs?: number, more: object = {}) {
  const app = new Hono()
  app.post('/', async (c) => c.text(await c.req.text()))
  app.onError((_, c) => c.text('', 400))
  const door = await listen(app.fetch, {
    ...{ ...NOWHERE, headersMs: HEADERS_MS },
    ...(requestMs && { requestMs }),
    ...more,
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
const nextData = async (socket: Socket) => String((await once(socket, 'data'))[0])

it('listen rejects with the reason', async () => {
  const { port } = await open()
  const app = new Hono()
  await expect(listen(app.fetch, { ...NOWHERE, port })).rejects.toThrow('EADDRINUSE')
})

/** Listens in a thread of its own, which does nothing more until it is let go. */
const BUSY = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.module).then(async ({ listen }) => {
    const { server, close } = await listen(() => new Response(), workerData.where)
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData.gate, 0, 0)
    await close()
  })`

it('a thousand connections that arrive while the process is busy wait to be accepted', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const module = new URL('listen.ts', import.meta.url).href
  const worker = new Worker(BUSY, { eval: true, workerData: { module, gate, where: NOWHERE } })
  onTestFinished(async () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await once(worker, 'exit')
  })
  const [port] = (await once(worker, 'message')) as [number]
  const sockets = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
})

it('silent and slow connections are closed', async () => {
  const { dial } = await open()
  const [silent, slow] = await Promise.all([dial(), dial()])
  slow.write('GET / HTTP/1.1\r\nHost: ro')
  silent.resume()
  slow.resume()
  await Promise.all([once(silent, 'close'), once(slow, 'close')])
})

it('connection that sends a file byte by byte is closed (70)', async () => {
  const { dial } = await open(2 * HEADERS_MS)
  const slow = await dial()
  const closed = once(slow, 'close')
  slow.write(`${POST}a`)
  expect(await nextData(slow)).toMatch(/^HTTP\/1.1 408/)
  slow.resume()
  await closed
})

it('half a body without progress ends its connection, one that grows does not', async () => {
  const { dial } = await open(undefined, { stalledBodyMs: HEADERS_MS })
  const [stalled, growing] = await Promise.all([dial(), dial()])
  const [closed, answer] = [once(stalled.resume(), 'close'), nextData(growing)]
  stalled.write(`${POST}a`)
  growing.write(POST.replace('Content-Length: 4', 'Transfer-Encoding: chunked'))
  const more = setInterval(() => growing.write('1\r\na\r\n'), HEADERS_MS / 10)
  onTestFinished(() => clearInterval(more))
  await closed
  clearInterval(more)
  growing.write('0\r\n\r\n')
  expect(await answer).toMatch(/^HTTP\/1.1 200/)
})

it.each([
  ['one address', { one: 3, all: 10 }, () => false],
  ['all addresses', { one: 10, all: 3 }, () => true],
])('connections without a request are bounded for %s', async (_, silentMax, speaksForMany) => {
  const { dial } = await open(undefined, { headersMs: 60_000, silentMax, speaksForMany })
  const held = await Promise.all([dial(), dial(), dial()])
  await once((await dial()).resume(), 'close')
  held[0]!.write(`${POST}once`)
  expect(await nextData(held[0]!)).toMatch(/^HTTP\/1.1 200/)
  const next = await dial()
  next.write(`${POST}more`)
  expect(await nextData(next)).toMatch(/^HTTP\/1.1 200/)
})

it('idle connections stay open longer than a proxy keeps them', async () => {
  const { dial } = await open()
  const connection = await dial()
  connection.write(`${POST}once`)
  const [, idleS] = (await nextData(connection)).match(/^Keep-Alive: timeout=(\d+)\r$/im)!
  expect(Number(idleS)).toBeGreaterThan(120)
  // A connection without any request is closed.
  await once((await dial()).resume(), 'close')
  connection.write(`${POST}more`)
  expect(await nextData(connection)).toMatch(/^HTTP\/1.1 200[\s\S]*more$/)
})

it('close waits for running responses only', async () => {
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
  expect(await nextData(asking)).toMatch(/^HTTP\/1.1 200[\s\S]*last$/)
  await Promise.all([closed, silenced])
})
