import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { postgresBus } from './postgres-bus.ts'

const AGAIN_MS = 40
/** Type of a `NotificationResponse` (PostgreSQL, message formats). */
const NOTIFICATION = 'A'.charCodeAt(0)

/** Splits what a database sends into messages, and returns the bytes of those that pass. */
function messageFilter(passes: (type: number) => boolean) {
  let buffered = Buffer.alloc(0)
  return (bytes: Buffer) => {
    buffered = Buffer.concat([buffered, bytes])
    const passed: Buffer[] = []
    while (buffered.length >= 5 && buffered.length > buffered.readUInt32BE(1)) {
      const message = buffered.subarray(0, buffered.readUInt32BE(1) + 1)
      if (passes(message[0]!)) passed.push(message)
      buffered = buffered.subarray(message.length)
    }
    return Buffer.concat(passed)
  }
}

/** Short timeouts, for tests of a silent connection; not shorter, since a busy machine connects slowly. */
const HASTY = { silenceMs: 2_000, beatMs: 100 }

describe.runIf(databaseNames.includes('postgres'))('PostgreSQL bus between processes', () => {
  let cleanUp: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of cleanUp.reverse()) await close()
    cleanUp = []
  })

  /** A proxy to the database whose connections can be cut. */
  async function openLine() {
    const { port, hostname } = new URL(inject('postgresUrl'))
    const [sockets, onwards] = [new Set<Socket>(), new Set<Socket>()]
    const dialled: number[] = []
    let isCut = false
    let isPooler = false
    let way = Promise.resolve()
    const proxy = createServer((socket) => {
      dialled.push(performance.now())
      socket.on('error', () => {})
      if (isCut) return socket.destroy()
      void way.then(() => {
        const onward = connect(Number(port), hostname)
        const passed = messageFilter((type) => !isPooler || type !== NOTIFICATION)
        onward.on('error', () => socket.destroy())
        socket.pipe(onward)
        onward.on('data', (bytes: Buffer) => socket.write(passed(bytes)))
        onward.on('end', () => socket.end())
        sockets.add(socket)
        onwards.add(onward)
      })
      return undefined
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    cleanUp.push(() => proxy.close())
    const url = new URL(`${inject('postgresUrl')}/postgres`)
    url.port = String((proxy.address() as AddressInfo).port)
    return {
      url: url.href,
      dialled,
      proxy,
      cut() {
        isCut = true
        for (const socket of sockets) socket.destroy()
      },
      mend() {
        isCut = false
      },
      /** Drops notifications, as a connection pooler in transaction mode does. */
      pool() {
        isPooler = true
      },
      /** Delays new connections until `until` settles. */
      hold(until: Promise<void>) {
        way = until
      },
      /** Simulates a dead network: connections stay open, but no bytes pass. */
      swallow() {
        for (const socket of sockets) socket.unpipe()
        for (const onward of onwards) onward.removeAllListeners('data').pause()
      },
    }
  }
  async function open(url: string, timeout: Partial<typeof HASTY> = { silenceMs: 15_000 }) {
    const bus = await postgresBus(url, memoryLog(), { againMs: AGAIN_MS, ...timeout })
    cleanUp.push(() => bus.close())
    return bus
  }
  const nextMessage = (bus: Awaited<ReturnType<typeof open>>, topic: string) =>
    new Promise<string>((resolve) => bus.subscribe(topic, resolve))

  it('delivers a message from one process to another', async () => {
    const [one, other] = await Promise.all([
      open((await openLine()).url),
      open((await openLine()).url),
    ])
    const word = nextMessage(other, 'greeting')
    await one.publish('greeting', 'やあ "there"')
    expect(await word).toBe('やあ "there"')
  })

  it('delivers long messages complete, also when several are sent at once', async () => {
    const [one, two, other] = await Promise.all(
      [0, 1, 2].map(async () => open((await openLine()).url)),
    )
    const messages = Array.from({ length: 6 }, (_, n) => `${n}${'部屋の"灯り"'.repeat(4_000)}`)
    const came: string[] = []
    other!.subscribe('long', (word) => came.push(word))
    await Promise.all(messages.map((word, n) => [one!, two!][n % 2]!.publish('long', word)))
    await vi.waitFor(() => expect(came.toSorted()).toEqual(messages))
  })

  it('publish does not fail while the connection is cut, and reconnects keep their interval', async () => {
    const line = await openLine()
    const bus = await open(line.url)
    const before = line.dialled.length
    line.cut()
    while (line.dialled.length < before + 8) await once(line.proxy, 'connection')
    const attempts = line.dialled.slice(before)
    expect(attempts.at(-1)! - attempts[0]!).toBeGreaterThan(6 * AGAIN_MS)
    const word = nextMessage(bus, 'greeting')
    await bus.publish('greeting', 'to myself')
    expect(await word).toBe('to myself')
    line.mend()
    const other = await open(line.url)
    let wasNotified = false
    other.subscribe('again', () => {
      wasNotified = true
    })
    await vi.waitFor(async () => {
      await bus.publish('again', '')
      expect(wasNotified).toBe(true)
    })
  })

  it('refuses to start through a pooler that drops notifications, unless it gets a direct address', async () => {
    const { url, pool } = await openLine()
    pool()
    await expect(postgresBus(url, memoryLog(), HASTY)).rejects.toThrow('DATABASE_DIRECT_URL')
    const direct = `${inject('postgresUrl')}/postgres`
    const bus = await postgresBus(direct, memoryLog(), { sendingUrl: url })
    cleanUp.push(() => bus.close())
    const word = nextMessage(bus, 'greeting')
    await bus.publish('greeting', 'やあ')
    expect(await word).toBe('やあ')
  })

  it('listens again when its messages stop arriving', async () => {
    const line = await openLine()
    const log = memoryLog()
    const bus = await postgresBus(line.url, log, {
      ...{ ...HASTY, againMs: AGAIN_MS, proofMs: 50 },
      sendingUrl: `${inject('postgresUrl')}/postgres`,
    })
    cleanUp.push(() => bus.close())
    const before = line.dialled.length
    line.pool()
    await vi.waitFor(() => expect(line.dialled.length).toBeGreaterThan(before), 30_000)
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
  })

  it('close ends a connection that was being reestablished', async () => {
    const line = await openLine()
    const bus = await postgresBus(line.url, memoryLog(), { againMs: AGAIN_MS, silenceMs: 15_000 })
    const { promise: free, resolve: letThrough } = Promise.withResolvers<void>()
    line.hold(free)
    line.cut()
    line.mend()
    const [dialled]: Socket[] = await once(line.proxy, 'connection')
    await bus.close()
    const isOver = vi.waitFor(() => expect(dialled!.destroyed).toBe(true), 10_000)
    letThrough()
    await isOver
  })

  it('replaces a connection on which nothing comes back, and receives again', async () => {
    const line = await openLine()
    const bus = await open(line.url, HASTY)
    const before = line.dialled.length
    line.swallow()
    const word = nextMessage(bus, 'greeting')
    await bus.publish('greeting', 'to myself')
    expect(await word).toBe('to myself')
    await vi.waitFor(() => expect(line.dialled.length).toBeGreaterThan(before), 15_000)
    const other = await open(line.url)
    const again = nextMessage(bus, 'again')
    await vi.waitFor(async () => {
      await other.publish('again', '')
      expect(await Promise.race([again, Promise.resolve(null)])).toBe('')
    })
  })
})
