import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Media, pendingPath } from '#server/ports/media.ts'
import { memoryMedia } from '#server/ports/media-memory.ts'
import { type S3Server, startS3 } from '#server/testing/s3.ts'
import { DiskMedia } from './disk.ts'
import { s3Media } from './s3/media.ts'

/** Small chunks, so that a few bytes fill several. */
const CHUNK = 8
const STORES = ['memory', 'disk', 's3'] as const

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-media-'))
  server = await startS3()
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

let opened = 0
function open(store: (typeof STORES)[number]): Media {
  const name = `store-${++opened}`
  if (store === 'memory') return memoryMedia()
  if (store === 'disk') return new DiskMedia(join(folder, name))
  return s3Media({ ...server.config, prefix: `${name}/` }, { chunkBytes: CHUNK })
}

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (read: Uint8Array | null) => read && new TextDecoder().decode(read)
async function* chunks(...all: string[]) {
  for (const one of all) yield bytes(one)
}
async function* broken(...all: string[]) {
  yield* chunks(...all)
  throw new Error('the network is gone')
}
const streamed = async (media: Media, path: string, from: number, to: number) => {
  const stream = await media.stream(path, from, to)
  return stream && new Response(stream).text()
}
async function listed(media: Media, under: string) {
  const paths = []
  for await (const one of media.list(under)) paths.push(one)
  return paths.sort((a, b) => a.path.localeCompare(b.path))
}

describe.each(STORES)('media store in %s', (store) => {
  let media: Media
  beforeEach(() => {
    media = open(store)
  })
  const A = pendingPath('a')

  it('stores, replaces and removes a file', async () => {
    const path = 'members/a/b.txt'
    expect(await media.read(path)).toBeNull()
    expect(await media.size(path)).toBeNull()
    expect(await media.find(path)).toBeNull()
    expect(await media.stream(path, 0, 1)).toBeNull()
    await media.put(path, bytes('あ'))
    const before = await media.find(path)
    await media.put(path, bytes('いい'))
    expect(text(await media.read(path))).toBe('いい')
    expect(await media.size(path)).toBe(6)
    const after = await media.find(path)
    expect(after).toMatchObject({ size: 6 })
    expect(after?.tag).not.toBe(before?.tag)
    expect(after?.tag).toMatch(/^[\w-]+$/)
    expect((await listed(media, '')).map(({ path }) => path)).toEqual([path])
    await media.remove(path)
    await media.remove(path)
    expect(await media.read(path)).toBeNull()
    expect(await listed(media, '')).toEqual([])
  })

  it('file is complete after concurrent writes', async () => {
    const texts = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(50_000))
    await Promise.all(texts.map((each) => media.put('public/x', bytes(each))))
    expect(texts).toContain(text(await media.read('public/x')))
    expect(await listed(media, 'public/')).toHaveLength(1)
  })

  it('returns byte ranges of a file', async () => {
    await media.put('public/x', bytes('0123456789'))
    expect(await streamed(media, 'public/x', 0, 10)).toBe('0123456789')
    expect(await streamed(media, 'public/x', 3, 5)).toBe('34')
    expect(await streamed(media, 'public/x', 3, 3)).toBe('')
    expect(text(await media.part('public/x', 8, 10))).toBe('89')
  })

  it('stores an empty file', async () => {
    await media.put('public/empty', new Uint8Array())
    expect(await media.find('public/empty')).toMatchObject({ size: 0 })
    expect(await streamed(media, 'public/empty', 0, 0)).toBe('')
    expect(await media.read('public/empty')).toHaveLength(0)
  })

  it('resumes an upload after a broken stream', async () => {
    await expect(media.append(A, 0, broken('012', '3456789', 'ab'))).rejects.toThrow('network')
    expect(await media.size(A)).toBe(12)
    await media.append(A, 12, chunks('cdefgh', 'ijklmnopqrstuvwxyz'))
    expect(await media.size(A)).toBe(36)
    expect(text(await media.read(A))).toBe('0123456789abcdefghijklmnopqrstuvwxyz')
    for (const [from, to] of [
      [0, 4],
      [6, 18],
      [35, 36],
      [12, 12],
    ] as const)
      expect(text(await media.part(A, from, to))).toBe(
        '0123456789abcdefghijklmnopqrstuvwxyz'.slice(from, to),
      )
    await media.link(A, 'members/film')
    expect(text(await media.read('members/film'))).toBe('0123456789abcdefghijklmnopqrstuvwxyz')
    await media.remove(A)
    expect(await media.size(A)).toBeNull()
    expect(await media.size('members/film')).toBe(36)
    expect((await listed(media, '')).map(({ path }) => path)).toEqual(['members/film'])
  })

  it('file stays intact when two connections upload it and either is cut', async () => {
    const file = '0123456789abcdefghijklmnopqrstuvwxyz'
    const sends = Array.from({ length: 12 }, (_, n) =>
      media.append(A, 0, broken(file.slice(0, n), file.slice(n, n * 3))).catch(() => null),
    )
    await Promise.all(sends)
    const reached = (await media.size(A))!
    expect(reached).toBe(33)
    await Promise.all([
      media.append(A, reached, chunks(file.slice(33))),
      media.append(A, reached, broken(file.slice(33, 34))).catch(() => null),
      media.append(A, 3, chunks(file.slice(3, 20))),
    ])
    expect(text(await media.read(A))).toBe(file)
    await media.link(A, 'members/film')
    expect(text(await media.read('members/film'))).toBe(file)
    await media.remove(A)
    expect(await listed(media, 'arriving/')).toEqual([])
  })

  it('listing names the file of each chunk, and its date', async () => {
    await media.put('public/user/a.webp', bytes('a'))
    await media.append(A, 0, chunks('0123456789abc'))
    for (const { of } of await listed(media, 'arriving/')) expect(of).toBe(A)
    for (const { path, at } of await listed(media, '')) {
      expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
      await media.remove(path)
    }
    expect(await listed(media, '')).toEqual([])
    expect(await media.size(A)).toBeNull()
  })

  it('reports free space', async () => expect(await media.free()).toBeGreaterThan(0))

  const leadingOut = ['../out', 'a/../../out', '/etc/out', 'a\0b', '', '.', 'a/']
  // Paths in memory cannot escape a folder.
  it.each(store === 'memory' ? [] : leadingOut)('refuses the path %j', async (path) => {
    for (const act of [
      () => media.put(path, bytes('x')),
      () => media.read(path),
      () => media.remove(path),
      () => media.find(path),
      () => media.stream(path, 0, 1),
    ])
      await expect(act()).rejects.toThrow('leads out')
  })
})
