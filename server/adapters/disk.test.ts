import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskMedia } from './disk.ts'

describe('media store on disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'room-media-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const bytes = (text: string) => new TextEncoder().encode(text)
  const text = (read: Uint8Array | null) => read && new TextDecoder().decode(read)

  it('stores, replaces and removes a file, without leftovers', async () => {
    const media = new DiskMedia(folder)
    expect(await media.read('members/a/b.txt')).toBeNull()
    await media.put('members/a/b.txt', bytes('あ'))
    await media.put('members/a/b.txt', bytes('い'))
    expect(text(await media.read('members/a/b.txt'))).toBe('い')
    expect(readdirSync(join(folder, 'members/a'))).toEqual(['b.txt'])
    await media.remove('members/a/b.txt')
    await media.remove('members/a/b.txt')
    expect(await media.read('members/a/b.txt')).toBeNull()
  })

  it('lists files recursively, including partial ones', async () => {
    const media = new DiskMedia(folder)
    const list = async (below: string) =>
      (await Array.fromAsync(media.list(below)))
        .map(({ path, of, size }) => `${path === of ? '' : 'part of '}${of} ${size}`)
        .sort()
    expect(await list('')).toEqual([])
    await media.put('members/a/b.txt', bytes('あ'))
    await media.put('public/c', bytes('い'))
    writeFileSync(join(folder, `public/d.${crypto.randomUUID()}.part`), 'half')
    expect(await list('')).toEqual(['members/a/b.txt 3', 'part of public/d 4', 'public/c 3'])
    expect(await list('members/')).toEqual(['members/a/b.txt 3'])
  })

  it('file is complete after concurrent writes', async () => {
    const media = new DiskMedia(folder)
    const texts = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(50_000))
    await Promise.all(texts.map((each) => media.put('public/x', bytes(each))))
    expect(texts).toContain(text(await media.read('public/x')))
    expect(readdirSync(join(folder, 'public'))).toEqual(['x'])
  })

  it('leaves nothing of a failed write', async () => {
    const media = new DiskMedia(folder)
    await media.put('public/taken/file', bytes('a'))
    await expect(media.put('public/taken', bytes('b'))).rejects.toThrow()
    expect(readdirSync(join(folder, 'public'))).toEqual(['taken'])
  })

  it.each(['../out', 'a/../../out', '/etc/out', 'a\0b', '', '.', 'a/'])(
    'refuses the path %j',
    async (path) => {
      const media = new DiskMedia(join(folder, 'inner'))
      for (const act of [
        () => media.put(path, bytes('x')),
        () => media.read(path),
        () => media.remove(path),
      ])
        await expect(act()).rejects.toThrow()
      expect(existsSync(join(folder, 'out'))).toBe(false)
    },
  )
})
