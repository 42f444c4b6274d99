import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { newSecrets } from '#server/process/secrets.ts'
import { mayOpenMedia, publicUrl, signMediaUrl } from './media-url.ts'

const HOUR = 3_600_000
const open = () => {
  const clock = fakeClock()
  const deps = { secrets: newSecrets(), clock }
  const may = (link: string) => {
    const url = new URL(link, 'http://room.test')
    const query = (name: string) => url.searchParams.get(name) ?? undefined
    return mayOpenMedia(deps, url.pathname, query('expires'), query('signature'))
  }
  return {
    clock,
    may,
    sign: (path: string) => signMediaUrl(deps, path),
    mayOpen: (url: string, expires?: string, signature?: string) =>
      mayOpenMedia(deps, url, expires, signature),
  }
}

describe('media URLs', () => {
  it('public file opens without a signature, and no other', () => {
    const { may } = open()
    expect(may(publicUrl('public/a.png'))).toBe(true)
    expect(may('/media/members/a.png')).toBe(false)
    expect(may('/media/other/a.png')).toBe(false)
  })

  it('signed URL is valid for one to two hours', () => {
    const { clock, may, sign } = open()
    const link = sign('members/a.png')
    clock.move(HOUR - 1)
    expect(may(link)).toBe(true)
    clock.move(HOUR + 1)
    expect(may(link)).toBe(false)
  })

  it('signed URL is the same within an hour, so that caches work', () => {
    const { clock, sign } = open()
    const link = sign('members/a.png')
    clock.move(HOUR / 2)
    expect(sign('members/a.png')).toBe(link)
    clock.move(HOUR)
    expect(sign('members/a.png')).not.toBe(link)
  })

  it('signed URL is refused if changed, used for another file, prolonged, or signed by another key', () => {
    const { may, sign } = open()
    const link = sign('members/a.png')
    expect(may(link.replace('a.png', 'b.png'))).toBe(false)
    expect(may(link.replace(/expires=\d+/, 'expires=9999999999'))).toBe(false)
    const forged = link.replace(/signature=./, (start) =>
      start.endsWith('A') ? 'signature=B' : 'signature=A',
    )
    expect(may(forged)).toBe(false)
    expect(may(link.replace(/&signature=.*/, ''))).toBe(false)
    expect(may(open().sign('members/a.png'))).toBe(false)
  })

  it.each([
    '/media/public/../members/a.png',
    '/media/public/..%2fmembers/a.png',
    '/media/public/%2e%2e/members/a.png',
    '/media/public\\..\\members\\a.png',
  ])('refuses %s, which names another file on disk', (path) => {
    expect(open().mayOpen(path)).toBe(false)
  })

  it('refuses random URLs', () => {
    const { mayOpen } = open()
    fc.assert(
      fc.property(fc.string(), fc.string(), (expires, signature) => {
        expect(mayOpen('/media/members/a.png', expires, signature)).toBe(false)
      }),
    )
  })
})
