import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import sharp from 'sharp'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { CALLS } from '#contract/shared/limits.ts'
import { CARD_SIZE, type PageCard, SQUARE_CARD_SIZE } from '#contract/site/page-card.ts'
import { SHARE_PATH } from '#contract/site/share-target.ts'
import { signMediaUrl } from '#server/media/media-url.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { cardPath } from './cards.ts'
import { mountLocalNames } from './local-names.ts'
import { loadSite } from './site.ts'

const CARD: PageCard = {
  ...{ picture: null, over: '喫茶室', title: '朗読会', facts: ['11月27日(金) 20:00'] },
  ...{ day: { month: 11, day: 27, weekday: '金' }, badge: { text: '配信中', tone: 'live' } },
}

/** A fake renderer that returns its input, and fails like the real one: the searched text says how. */
const RENDERER = `
const CARD = ${JSON.stringify(CARD)}
export async function render(url, ask) {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost')
  const searchParams = new URLSearchParams(query.get('search') ?? '')
  const refused = Object.assign(new Error('refused'), { status: Number(searchParams.get('refuse')) })
  if (searchParams.has('refuse')) throw refused
  if (searchParams.has('fail')) throw new Error('broken')
  if (searchParams.has('exit')) process.exit(1)
  const room = await ask('/api/application/room', {})
  return {
    html: '<p>' + pathname + ' ' + room.status + '</p>',
    state: '{}',
    status: 200,
    redirect: null,
    modules: [],
    head: {
      title: '</title><script>',
      description: '"><script>',
      image: searchParams.get('image'),
      canonical: pathname,
      card: searchParams.has('card') || /carded|community/.test(pathname) ? CARD : null,
      cardQuery: query.has('going') ? { going: query.get('going') } : {},
      kind: 'website',
      listed: !searchParams.has('unlisted'),
      data: [{ '@type': 'Event', name: '</script><script>alert(1)<!--' }],
    },
  }
}`

const searching = (text: string) => `/results?search=${encodeURIComponent(text)}`

const FILES: Record<string, string> = {
  'built/pwa/index.html':
    '<head><title>Room</title><!--head--></head><body><!--app--><!--state--></body>',
  'built/pwa/.vite/manifest.json': '{}',
  'built/pwa/sw.js': 'worker',
  'built/pwa/assets/a.js': 'chunk',
  'built/ssr/entry-server.js': RENDERER,
  'built/package.json': '{"type":"module"}',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-site-'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

let world: World
let thread: Awaited<ReturnType<typeof loadSite>>
const data = () => join(folder, 'data')
beforeEach(async () => {
  world = await createWorld('sqlite', { SITE_URL: 'http://room.test', DATA_DIR: data() })
  for (const path of ['public/face.png', 'members/film.mp4'])
    await world.media.put(path, new TextEncoder().encode('0123456789'))
  thread = await loadSite(world.app, world.deps, join(folder, 'built'))
})
afterEach(() => {
  thread?.close()
  return world.close()
})

const get = (path: string, headers: Record<string, string> = {}) => world.fetch(path, { headers })

describe('files', () => {
  it.each([
    { range: undefined, status: 200, body: '0123456789', part: null },
    { range: 'bytes=0-', status: 206, body: '0123456789', part: 'bytes 0-9/10' },
    { range: 'bytes=2-3', status: 206, body: '23', part: 'bytes 2-3/10' },
    { range: 'bytes=8-99', status: 206, body: '89', part: 'bytes 8-9/10' },
    { range: 'bytes=-1', status: 206, body: '9', part: 'bytes 9-9/10' },
    { range: 'bytes=-99', status: 206, body: '0123456789', part: 'bytes 0-9/10' },
    { range: 'bytes=10-', status: 416, body: '', part: 'bytes */10' },
    { range: 'bytes=-0', status: 416, body: '', part: 'bytes */10' },
    { range: 'bytes=0-0,2-3', status: 200, body: '0123456789', part: null },
    { range: 'bytes=5-2', status: 200, body: '0123456789', part: null },
    { range: 'bytes=a-b', status: 200, body: '0123456789', part: null },
    { range: 'items=0-1', status: 200, body: '0123456789', part: null },
    { range: '0-1', status: 200, body: '0123456789', part: null },
  ])('answer $range with $status (70)', async ({ range, status, body, part }) => {
    const answer = await get('/media/public/face.png', range ? { range } : {})
    expect([answer.status, await answer.text()]).toEqual([status, body])
    expect(answer.headers.get('content-range')).toBe(part)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toMatch(status === 416 ? 'no-store' : 'immutable')
  })

  it.each([
    { path: '/media/public/none.png', status: 404 },
    { path: '/media/public/', status: 404 },
    { path: '/media/members/film.mp4', status: 403 },
    { path: '/media//members/film.mp4', status: 403 },
    { path: '/media/./members/film.mp4', status: 403 },
    { path: '/media/public/%2e%2e/members/film.mp4', status: 403 },
    { path: '/media/public/..%2fmembers/film.mp4', status: 403 },
    { path: '/media/public/%252e%252e/members/film.mp4', status: 403 },
    { path: '/media/public/..%5cmembers%5cfilm.mp4', status: 403 },
    { path: '/media/..%2fsecrets.json', status: 403 },
    { path: '/media/public/face.png%00.txt', status: 403 },
    { path: '/assets/none.js', status: 404 },
    { path: '/assets/..%2f.vite%2fmanifest.json', status: 404 },
  ])('are not exposed by $path', async ({ path, status }) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([status, ''])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('for members need a valid signed URL of their own', async () => {
    const link = signMediaUrl(world.deps, 'members/film.mp4')
    expect((await get(link)).status).toBe(200)
    expect((await get(link.replace('film', 'other'))).status).toBe(403)
    expect((await get(link.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(403)
    world.clock.move(2 * 3_600_000)
    expect((await get(link)).status).toBe(403)
  })

  it('of the build are served, without its manifest', async () => {
    const lifetimes = {
      '/sw.js': 'no-cache',
      '/assets/a.js': 'public, max-age=31536000, immutable',
    }
    for (const [path, lifetime] of Object.entries(lifetimes)) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, lifetime])
    }
    for (const path of ['/.vite/manifest.json', '/ssr/entry-server.js', '/../ssr/entry-server.js'])
      expect((await get(path)).headers.get('content-type')).toMatch('text/html')
  })
})

describe('pages', () => {
  const isWritten = async (answer: Promise<Response>) =>
    (await (await answer).text()).includes('<p>')

  it('contain our configured address, whatever host is requested', async () => {
    const text = await (
      await world.fetch('http://evil.example/event', {
        headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      })
    ).text()
    expect(text).toContain('<link rel="canonical" href="http://room.test/event">')
    expect(text).not.toContain('evil')
    expect(text).not.toContain('"><script>')
  })

  it('escape user texts, also in title and structured data', async () => {
    const text = await (await get('/event')).text()
    expect(text.match(/<title>.*?<\/title>/g)).toEqual([
      '<title>&lt;/title&gt;&lt;script&gt;</title>',
    ])
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)!
    expect(JSON.parse(data!)).toEqual({ '@type': 'Event', name: '</script><script>alert(1)<!--' })
    expect(text.match(/<script/g)).toHaveLength(2)
    expect(text).not.toContain('<!--')
  })

  it('have the absolute URL of their picture, or of our default one', async () => {
    const pictureOf = async (query: string) =>
      /og:image" content="(.*?)"/.exec(await (await get(searching(query))).text())![1]
    expect(await pictureOf('')).toBe('http://room.test/og.png')
    expect(await pictureOf('image=/media/public/a.png')).toBe('http://room.test/media/public/a.png')
    expect(await pictureOf('image=https://images.ctfassets.net/a.png')).toBe(
      'https://images.ctfassets.net/a.png',
    )
  })

  it('have a card with its size and text, whose URL changes with its content', async () => {
    const text = await (await get('/carded')).text()
    const meta = (name: string) =>
      new RegExp(`property="${name}" content="(.*?)"`).exec(text)?.[1] ?? ''
    expect(meta('og:image')).toMatch(/^http:\/\/room\.test\/card\/carded\.jpg\?v=[\w-]{10}$/)
    expect(meta('og:image:alt')).toBe('朗読会（喫茶室）')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(cardPath('/carded', { ...CARD, facts: [] })).not.toBe(cardPath('/carded', CARD))
    const card = await get(new URL(meta('og:image')).pathname)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(await card.arrayBuffer()).metadata()
    expect({ width, height }).toEqual(CARD_SIZE)
  })

  it('have a card of their own for who goes, also as a square, which is read again each time', async () => {
    const page = '/community/aoi/event/1?going=haru'
    const text = await (await get(page)).text()
    const meta = (name: string) =>
      new RegExp(`property="${name}" content="(.*?)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ??
      ''
    expect(meta('og:url')).toBe(`http://room.test${page}`)
    expect(text).toContain('<link rel="canonical" href="http://room.test/community/aoi/event/1">')
    const image = new URL(meta('og:image'))
    expect([image.pathname, image.searchParams.get('going')]).toEqual([
      '/card/community/aoi/event/1.jpg',
      'haru',
    ])
    const card = await get(image.pathname + image.search)
    expect([card.status, card.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const square = await get('/card/carded.jpg?square=1')
    expect(square.headers.get('cache-control')).toBe('public, max-age=3600')
    const { width, height } = await sharp(await square.arrayBuffer()).metadata()
    expect({ width, height }).toEqual(SQUARE_CARD_SIZE)
  })

  it('lead what is shared without a service worker to the page that says so', async () => {
    const body = new FormData()
    body.set('text', '夜')
    const answer = await world.app.request(`http://room.test${SHARE_PATH}`, {
      method: 'POST',
      body,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, SHARE_PATH])
  })

  it.each(['/card/event.jpg', '/card/carded.png', '/card/.jpg'])(
    'have the site’s picture at %s, where there is no card',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/og.png'])
    },
  )

  it('treat no path with two slashes as a host', async () => {
    const answer = await world.app.request('http://room.test//evil.example/event')
    expect(await answer.text()).toContain('<p>/evil.example/event 200</p>')
  })

  it('are rendered in the browser if the user may be logged in', async () => {
    expect(await isWritten(get('/event'))).toBe(true)
    expect(await isWritten(get('/event', { cookie: 'refresh_token=a' }))).toBe(false)
  })

  it('that cannot be rendered are left to the browser; only internal errors are logged', async () => {
    for (const how of ['refuse=422', 'refuse=404', 'fail']) {
      const answer = await get(searching(how))
      expect([answer.status, await isWritten(Promise.resolve(answer))]).toEqual([200, false])
    }
    const errors = world.log.lines.filter(({ level }) => level === 'error')
    expect(errors).toHaveLength(1)
  })

  it('are compressed once, for clients that read Brotli', async () => {
    const plain = await get('/event')
    const small = await get('/event', { 'accept-encoding': 'gzip, deflate, br' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(small.headers.get('content-encoding')).toBe('br')
    for (const { headers } of [plain, small]) expect(headers.get('vary')).toContain('encoding')
    const bytes = brotliDecompressSync(await small.arrayBuffer())
    expect(bytes.toString()).toBe(await plain.text())
  })

  it('are the same for all parameters that they do not read', async () => {
    const text = async (path: string) => (await get(path)).text()
    expect(await text('/event?utm_source=line')).toBe(await text('/event'))
  })

  it('come from another thread after one that has ended in the middle of a page', async () => {
    expect(await isWritten(get(searching('exit')))).toBe(false)
    expect(await isWritten(get('/event'))).toBe(true)
  })

  it('have the rate limit of API calls', async () => {
    for (let n = 0; n < CALLS.max; n++) await get(`/event?n=${n}`)
    expect(await isWritten(get('/event?more'))).toBe(false)
    const other = world.fetch('/event?more', {}, '198.51.100.7')
    expect(await isWritten(other)).toBe(true)
    world.clock.move(CALLS.perMs)
    expect(await isWritten(get('/event?later'))).toBe(true)
  })
})

describe('search engines', () => {
  const REAL = {
    NODE_ENV: 'production',
    SITE_URL: 'https://room.test',
    SMTP_URL: 'smtp://mail.room.test',
    SELLER_NAME: '株式会社ルーム',
    SELLER_URL: 'https://room.test/contact',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
  }
  it.each([
    { what: 'list a real site', env: REAL, path: '/event', listed: true },
    { what: 'are kept from a page of it', env: REAL, path: searching('unlisted'), listed: false },
    { what: 'are kept from a copy', env: { ...REAL, NODE_ENV: '' }, path: '/event', listed: false },
    { what: 'are kept from a demo', env: { ...REAL, DEMO: '1' }, path: '/event', listed: false },
  ])('$what', async ({ env, path, listed }) => {
    const other = await createWorld('sqlite', { ...env, DATA_DIR: data() })
    onTestFinished(() => other.close())
    const rendering = await loadSite(other.app, other.deps, join(folder, 'built'))
    onTestFinished(() => rendering?.close())
    const answer = await other.fetch(path)
    expect((await answer.text()).includes('<meta name="robots" content="noindex">')).toBe(!listed)
    const everyPage = env === REAL
    expect(answer.headers.get('x-robots-tag')).toBe(everyPage ? null : 'noindex')
    const robots = await (await other.fetch('/robots.txt')).text()
    expect(robots.split('\n').includes('Disallow: /')).toBe(!everyPage)
  })
})

describe('another name of this machine', () => {
  const at = (app: Hono, url: string, accept = 'text/html') =>
    app.request(url, { headers: { accept } })
  function siteAt(siteUrl: string) {
    const app = new Hono()
    mountLocalNames(app, { siteUrl })
    app.get('*', (c) => c.text('page'))
    return app
  }

  it('leads to the address of the site, so that logins work', async () => {
    const app = siteAt('http://localhost:3000')
    const answer = await at(app, 'http://127.0.0.1:3000/login?to=/account')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('http://localhost:3000/login?to=/account')
    expect((await at(app, 'http://localhost:3000/login')).status).toBe(200)
    expect((await at(app, 'http://127.0.0.1:3000/healthz', '*/*')).status).toBe(200)
  })

  it('leads nowhere on a public site, whose proxy may use it', async () => {
    const app = siteAt('https://room.example')
    expect((await at(app, 'http://127.0.0.1:3000/login')).status).toBe(200)
  })
})
