import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../listen.ts'
import { type SseLine, startSse } from './sse.ts'

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanUp.reverse()) await close()
  cleanUp = []
})

async function open() {
  const app = new Hono()
  const lines: SseLine[] = []
  app.use(async (c, next) => {
    c.header('x-request-id', 'A')
    await next()
  })
  app.get('/', (c) =>
    startSse(c, { first: Buffer.from(': hello\n\n'), follow: (line) => void lines.push(line) }),
  )
  const door = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  cleanUp.push(door.close, () => door.server.closeAllConnections())
  const { port } = door.server.address() as AddressInfo
  const dial = async () => {
    const socket = connect(port, '127.0.0.1')
    cleanUp.push(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nhost: room.test\r\n\r\n')
    await once(socket, 'readable')
    return socket
  }
  return { app, lines, dial, port }
}

it('event stream sends the first events, then later ones, then ends', async () => {
  const { lines, port } = await open()
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('x-request-id')).toBe('A')
  lines[0]!.write(Buffer.from('data: 1\n\n'))
  lines[0]!.end(Buffer.from('data: 2\n\n'))
  expect(await answer.text()).toBe(': hello\n\ndata: 1\n\ndata: 2\n\n')
  expect(lines[0]!.isOpen()).toBe(false)
})

it('event stream that ends closes its connection although its client reads nothing', async () => {
  const { lines, dial } = await open()
  const socket = await dial()
  socket.pause()
  const [line] = lines
  // More than the buffers of both sides hold.
  line!.write(Buffer.alloc(20_000_000, ':'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = new Promise<void>((resolve) => line!.onClose(resolve))
  line!.end()
  vi.advanceTimersByTime(5_000)
  await closed
})

/** A process that creates a listener before it imports the marker of a sent response. */
const LATE = `
  const { getRequestListener } = await import('@hono/node-server')
  getRequestListener(() => new Response())
  const { listen } = await import('./server/http/listen.ts')
  const { startSse } = await import('./server/http/answers/sse.ts')
  const { Hono } = await import('hono')
  const first = Buffer.from('data: 1\\n\\n')
  let line
  const app = new Hono().get('/', (c) => startSse(c, { first, follow: (opened) => (line = opened) }))
  const door = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  const answer = await fetch('http://127.0.0.1:' + door.server.address().port)
  line.end()
  console.log(await answer.text())
  process.exit()
`

it('event stream is not followed by a second response if a listener was created before the import', async () => {
  const args = ['--input-type=module', '--eval', LATE]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('data: 1\n\n\n')
})

it('event stream returns the first events to a call within this process', async () => {
  const { app } = await open()
  expect(await (await app.request('/')).text()).toBe(': hello\n\n')
})

it('event stream closes a connection that does not read, to limit memory', async () => {
  const { lines, dial } = await open()
  const deaf = await dial()
  const [line] = lines
  const closed = new Promise<void>((resolve) => line!.onClose(resolve))
  const part = Buffer.alloc(64 * 1_024, 'a')
  let written = 0
  while (line!.isOpen() && written < 1_000_000_000) {
    line!.write(part)
    written += part.length
    await new Promise(setImmediate)
  }
  await closed
  expect(written).toBeLessThan(50_000_000)
  deaf.resume()
  await once(deaf, 'close')
})

it('drained waits until the client has read everything', async () => {
  const { lines, dial } = await open()
  const reader = await dial()
  const [line] = lines
  line!.write(Buffer.alloc(8_000_000, 'a'))
  let isDrained = false
  const drained = line!.drained().then(() => {
    isDrained = true
  })
  await new Promise(setImmediate)
  expect(isDrained).toBe(false)
  reader.resume()
  await drained
})
