import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inHours, makeEvent, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { mountCrawlers } from '../crawlers.ts'

const LIVE = {
  NODE_ENV: 'production',
  SITE_URL: 'https://room.test',
  SMTP_URL: 'smtp://mail.room.test',
  SELLER_NAME: '株式会社ルーム',
  SELLER_URL: 'https://room.test/contact',
  PAYMENTS: 'sandbox',
}

describe.each(databaseNames)('sitemap on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database, LIVE)
    await makeRoom(world, 'aoi')
    await makeRoom(world, 'closed', { state: 8 })
    await makeRoom(world, 'suspended', { state: 9 })
    await makeUser(world, 'sora')
    for (const id of ['e1', 'e2', 'e3', 'e4'])
      await makeEvent(world, 'room-aoi', { id, status: 'published' })
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    await makeEvent(world, 'room-aoi', { id: 'off', status: 'cancelled' })
    await makeEvent(world, 'room-suspended', { id: 'hidden', status: 'published' })
    for (const [slug, hours] of [
      ['now', -1],
      ['tomorrow', 24],
    ] as const)
      await world.add('news', {
        id: slug,
        slug,
        title: slug,
        lead: '',
        body: '',
        image_path: null,
        published_at: inHours(world, hours),
        status: 'published',
        version: 1,
        updated_at: inHours(world, hours),
      })
  })
  afterEach(() => world.close())

  const read = async (path: string) => {
    const answer = await world.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await answer.text()
    return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!)
  }
  const THINGS = [
    '/community/aoi',
    '/aoi',
    ...['e1', 'e2', 'e3', 'e4'].map((id) => `/community/aoi/event/${id}`),
    '/news/now',
  ]
  const HIDDEN = /draft|off|hidden|closed|suspended|sora|tomorrow|account/

  it('contains exactly the public pages', async () => {
    mountCrawlers(world.app, world.deps)
    const sitemap = await read('/sitemap.xml')
    for (const path of ['/', '/terms', '/help/payment', ...THINGS])
      expect(sitemap).toContain(`https://room.test${path}`)
    expect(sitemap.join()).not.toMatch(HIDDEN)
    expect(new Set(sitemap).size).toBe(sitemap.length)
  })

  it('is an index of several complete files if there are many pages', async () => {
    mountCrawlers(world.app, world.deps, 2)
    const files = await read('/sitemap.xml')
    expect(files.length).toBeGreaterThan(4)
    const urls = (
      await Promise.all(files.map((url) => read(url.replace('https://room.test', ''))))
    ).flat()
    for (const path of THINGS) expect(urls).toContain(`https://room.test${path}`)
    expect(urls.join()).not.toMatch(HIDDEN)
    expect(new Set(urls).size).toBe(urls.length)
    for (const path of ['/sitemap/99.xml', '/sitemap/-1.xml', '/sitemap/a.xml'])
      expect((await world.fetch(path)).status).toBe(404)
  })

  it('is allowed for crawlers on a real site', async () => {
    mountCrawlers(world.app, world.deps)
    const robots = await (await world.fetch('/robots.txt')).text()
    expect(robots).toContain('Allow: /')
    expect(robots).toContain('Sitemap: https://room.test/sitemap.xml')
    for (const path of ['/account', '/dashboard']) {
      expect(robots).toContain(`Disallow: ${path}$`)
      expect(robots).toContain(`Disallow: ${path}/`)
    }
  })
})
