import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { postgresBus } from './postgres-bus.ts'

const AGAIN_MS = 40
/** Where silence itself is what is looked at; a busy machine is slow to open a line. */
const HASTY = { silenceMs: 2_000, beatMs: 100 }

describe.runIf(databaseNames.includes('postgres'))('the bus between processes', () => {
  let cleanUp: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of cleanUp.reverse()) await close()
    cleanUp = []
  })

  /** The way to the database, which can be cut. */
  async function openLine() {
    const { port, hostname } = new URL(inject('postgresUrl'))
    const [sockets, onwards] = [new Set<Socket>(), new Set<Socket>()]
    const dialled: number[] = []
    let isCut = false
    let way = Promise.resolve()
    const proxy = createServer((socket) => {
      dialled.push(performance.now())
      socket.on('error', () => {})
      if (isCut) return socket.destroy()
      void way.then(() => {
        const onward = connect(Number(port), hostname)
        onward.on('error', () => socket.destroy())
        socket.pipe(onward).pipe(socket)
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
      /** What is dialled from now on gets through when that settles. */
      hold(until: Promise<void>) {
        way = until
      },
      /** As where a network is gone without a word: nobody hangs up, and nothing comes through on these lines. */
      swallow() {
        for (const socket of sockets) socket.unpipe()
        for (const onward of onwards) onward.unpipe()
      },
    }
  }
  async function open(url: string, patience: Partial<typeof HASTY> = { silenceMs: 15_000 }) {
    const bus = await postgresBus(url, memoryLog(), { againMs: AGAIN_MS, ...patience })
    cleanUp.push(() => bus.close())
    return bus
  }
  const heard = (bus: Awaited<ReturnType<typeof open>>, topic: string) =>
    new Promise<string>((resolve) => bus.subscribe(topic, resolve))

  it('carries a word from one to the other', async () => {
    const [one, other] = await Promise.all([
      open((await openLine()).url),
      open((await openLine()).url),
    ])
    const word = heard(other, 'greeting')
    await one.publish('greeting', 'やあ "there"')
    expect(await word).toBe('やあ "there"')
  })

  it('carries long words whole, also where several are said at once', async () => {
    const [one, two, other] = await Promise.all(
      [0, 1, 2].map(async () => open((await openLine()).url)),
    )
    const words = Array.from({ length: 6 }, (_, n) => `${n}${'部屋の"灯り"'.repeat(4_000)}`)
    const came: string[] = []
    other!.subscribe('long', (word) => came.push(word))
    await Promise.all(words.map((word, n) => [one!, two!][n % 2]!.publish('long', word)))
    await vi.waitFor(() => expect(came.toSorted()).toEqual(words))
  })

  it('fails nobody while its line is cut, and tries no faster the longer that lasts', async () => {
    const line = await openLine()
    const bus = await open(line.url)
    const before = line.dialled.length
    line.cut()
    while (line.dialled.length < before + 8) await once(line.proxy, 'connection')
    const tries = line.dialled.slice(before)
    expect(tries.at(-1)! - tries[0]!).toBeGreaterThan(6 * AGAIN_MS)
    const word = heard(bus, 'greeting')
    await bus.publish('greeting', 'to myself')
    expect(await word).toBe('to myself')
    line.mend()
    const other = await open(line.url)
    let isTold = false
    other.subscribe('again', () => {
      isTold = true
    })
    await vi.waitFor(async () => {
      await bus.publish('again', '')
      expect(isTold).toBe(true)
    })
  })

  it('leaves no line open that was still being mended as it was closed', async () => {
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

  it('leaves a line on which nothing comes back, and hears again', async () => {
    const line = await openLine()
    const bus = await open(line.url, HASTY)
    const before = line.dialled.length
    line.swallow()
    const word = heard(bus, 'greeting')
    await bus.publish('greeting', 'to myself')
    expect(await word).toBe('to myself')
    await vi.waitFor(() => expect(line.dialled.length).toBeGreaterThan(before), 15_000)
    const other = await open(line.url)
    const again = heard(bus, 'again')
    await vi.waitFor(async () => {
      await other.publish('again', '')
      expect(await Promise.race([again, Promise.resolve(null)])).toBe('')
    }, 15_000)
  })
})
