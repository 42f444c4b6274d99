import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { picture } from '#server/testing/files.ts'
import { PicturePool, type PoolLimits } from './pool.ts'

const MB = 1_000_000
const AMPLE: PoolLimits = { workers: 1, bytes: 600 * MB, ms: 60_000, idleMs: 60_000 }
/** Draws in a new pool; `told` records the order of completion. */
function drawing(limits: Partial<PoolLimits> = {}) {
  const pool = new PicturePool({ ...AMPLE, ...limits })
  const completed: string[] = []
  const redraw = async (who: string, bytes: Uint8Array | Promise<Uint8Array>, name = who) => {
    const result = await pool.run(who, async () => bytes, { what: 'redraw', side: 100 })
    completed.push(name)
    return typeof result === 'string' ? result : (await sharp(result).metadata()).format
  }
  return { pool, completed, redraw }
}
const small = () => picture(200, 100)

it('pool draws in another process with an empty environment', async () => {
  vi.stubEnv('ROOM_SECRET', 'hush')
  const { pool, redraw } = drawing()
  expect(await redraw('fan', await small())).toBe('webp')
  expect(pool.counts).toEqual({ drawn: 1, unreadable: 0, costly: 0, killed: 0 })
  const children = childrenOf(process.pid)
  expect(children.length).toBeGreaterThan(0)
  for (const pid of children)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hush')
})

it('pool schedules members round robin, one picture each', async () => {
  const { completed, redraw } = drawing()
  const bytes = await small()
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => redraw('a', bytes, name)),
    redraw('b', bytes, 'b1'),
    redraw('c', bytes, 'c1'),
  ])
  expect(completed).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

it('pool draws one large picture at a time, and small ones meanwhile', async () => {
  const { completed, redraw } = drawing({ workers: 2 })
  const large = await picture(4_100, 4_100)
  const { promise: sent, resolve: send } = Promise.withResolvers<Uint8Array>()
  const [first, second] = [redraw('a', sent), redraw('b', large)]
  await redraw('c', await small())
  expect(completed).toEqual(['c'])
  send(large)
  await Promise.all([first, second])
  expect(completed).toEqual(['c', 'a', 'b'])
})

it('pool has another worker ready while it draws a large picture', async () => {
  const started = childrenSince()
  const { redraw } = drawing({ workers: 2, bytes: 3_000 * MB })
  await redraw('a', await small())
  expect(started()).toHaveLength(1)
  const drawn = redraw('a', await picture(4_100, 4_100))
  await vi.waitFor(() => expect(started()).toHaveLength(2))
  expect(await drawn).toBe('webp')
})

it('pool replaces a worker that ends after a large picture, beside its spare', async () => {
  const started = childrenSince()
  // Spent above a third of it.
  const { redraw } = drawing({ workers: 2, bytes: 210 * MB })
  const drawn = redraw('a', await picture(4_100, 4_100))
  const [first] = started()
  expect(await drawn).toBe('webp')
  await vi.waitFor(() => expect(started()).not.toContain(first))
  expect(started()).toHaveLength(2)
})

it('pool never runs two pictures of one member at once', async () => {
  const started = childrenSince()
  const { redraw } = drawing({ workers: 2 })
  const bytes = await small()
  await Promise.all([redraw('a', bytes), redraw('a', bytes)])
  expect(started()).toHaveLength(1)
  await Promise.all([redraw('a', bytes), redraw('b', bytes)])
  expect(started()).toHaveLength(2)
})

it.each([
  ['memory', { bytes: MB }],
  ['time', { ms: 1 }],
])(
  'pool kills a worker that uses too much %s, and continues with the next picture',
  async (_, limits) => {
    const { pool, redraw } = drawing(limits)
    const bytes = await small()
    expect(await Promise.all([redraw('a', bytes), redraw('b', bytes)])).toEqual([
      'costly',
      'costly',
    ])
    expect(pool.counts).toEqual({ drawn: 0, unreadable: 0, costly: 0, killed: 2 })
  },
)

it('pool starts a new worker after one was killed from outside', async () => {
  const { pool, redraw } = drawing()
  const started = childrenSince()
  await redraw('a', await small())
  const [worker] = started()
  process.kill(worker!, 'SIGKILL')
  await vi.waitFor(() => expect(started()).not.toContain(worker))
  expect(await redraw('a', await small())).toBe('webp')
  expect(pool.counts).toMatchObject({ drawn: 2, killed: 0 })
})

it('pool draws a picture again after its worker was killed from outside, in one worker fewer', async () => {
  const started = childrenSince()
  const { pool, redraw } = drawing({ workers: 2 })
  const bytes = await small()
  const drawn = Promise.all([redraw('a', bytes), redraw('b', bytes)])
  const [first, second] = started()
  process.kill(first!, 'SIGKILL')
  expect(await drawn).toEqual(['webp', 'webp'])
  expect(pool.counts).toMatchObject({ drawn: 2, killed: 0 })
  await vi.waitFor(() => expect(started()).toEqual([second]))
})

it('pool ends a worker that keeps much memory after a picture', async () => {
  const started = childrenSince()
  const { redraw } = drawing({ bytes: 190 * MB })
  await redraw('a', await small())
  await vi.waitFor(() => expect(started()).toEqual([]))
  expect(await redraw('a', await small())).toBe('webp')
})

it('pool ends an idle worker, and draws the next picture in a new one', async () => {
  const started = childrenSince()
  const { redraw } = drawing({ idleMs: 1 })
  await redraw('a', await small())
  await vi.waitFor(() => expect(started()).toEqual([]))
  expect(await redraw('a', await small())).toBe('webp')
})

it('pool rejects a picture that cannot be read, refuses one that is gone, and continues', async () => {
  const { pool, redraw } = drawing()
  const task = { what: 'redraw', side: 100 } as const
  const down = new Error('the media store is down')
  await expect(pool.run('a', () => Promise.reject(down), task)).rejects.toBe(down)
  expect(await pool.run('a', async () => null, task)).toBe('unreadable')
  expect(await redraw('a', await small())).toBe('webp')
})

it.each([
  ['an AVIF', (side: number) => withSide(avif, 'ispe', side)],
  ['an interlaced PNG', (side: number) => withSide(interlaced, 'IHDR', side)],
  ['a GIF', async (side: number) => gif(side)],
])('pool judges %s by the size in its header, before decoding', async (_, makePicture) => {
  const { redraw } = drawing()
  expect(await redraw('a', await makePicture(5_001))).toBe('costly')
  expect(await redraw('a', await makePicture(60))).not.toBe('costly')
})

const flat = { create: { width: 60, height: 60, channels: 3, background: '#8899aa' } } as const
const avif = () => sharp(flat).avif().toBuffer()
const interlaced = () => sharp(flat).png({ progressive: true }).toBuffer()

/** A GIF with one pixel of data. */
function gif(side: number) {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const [screen, frame, end] = ['800000000000ffffff', '2c00000000', '0002024401003b']
  const hex = (text: string) => Buffer.from(text, 'hex')
  return Buffer.concat([Buffer.from('GIF89a'), size, hex(screen), hex(frame), size, hex(end)])
}

/** The same picture with another size in its header. */
async function withSide(draw: () => Promise<Buffer>, box: 'ispe' | 'IHDR', side: number) {
  const bytes = await draw()
  const at = bytes.indexOf(box) + (box === 'ispe' ? 8 : 4)
  bytes.writeUInt32BE(side, at)
  bytes.writeUInt32BE(side, at + 4)
  return new Uint8Array(bytes)
}

/** The processes started from now on that still run: those of an earlier test may end meanwhile. */
function childrenSince(): () => number[] {
  const before = new Set(childrenOf(process.pid))
  return () => childrenOf(process.pid).filter((pid) => !before.has(pid))
}

/** Child processes, including zombies. Linux only. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, ppid] = line.slice(line.lastIndexOf(')') + 2).split(' ')
        return Number(ppid) === parent
      } catch {
        return false // It ended meanwhile.
      }
    })
    .map(Number)
}

afterEach(() => {
  vi.unstubAllEnvs()
})
