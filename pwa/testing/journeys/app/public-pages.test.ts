// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'

const siteUrl = inject('siteUrl')

/** The HTML of a page, without scripts. */
async function read(path: string) {
  const answer = await fetch(siteUrl + path, { redirect: 'manual' })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const meta = (name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  return {
    answer,
    title: page.title,
    titles: page.querySelectorAll('head title').length,
    styles: [...page.querySelectorAll('head style')].map(({ textContent }) => textContent ?? ''),
    sheets: page.querySelectorAll('link[rel=stylesheet][disabled]').length,
    loadedSheets: page.querySelectorAll('link[rel=stylesheet]:not([disabled])').length,
    scripts: page.querySelectorAll('body > link[rel=modulepreload]').length,
    earlyScripts: page.querySelectorAll('head link[rel=modulepreload]').length,
    pictures: [...page.querySelectorAll('link[rel=preload][as=image]')].map((link) =>
      link.getAttribute('href'),
    ),
    shown: [...page.querySelectorAll('main img')].map((image) => image.getAttribute('src')),
    meta,
    canonical: page.querySelector('link[rel=canonical]')?.getAttribute('href'),
    feed: page
      .querySelector('link[rel=alternate][type="application/rss+xml"]')
      ?.getAttribute('href'),
    main: page.querySelector('main')?.textContent ?? '',
    heading: page.querySelector('h1')?.textContent,
    data: [...page.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent!) as { '@type': string; '@context': string },
    ),
  }
}

interface PublicPage {
  what: string
  path: (call: Caller) => Promise<string> | string
  title: string | RegExp
  /** A text that the page must contain. */
  text: string | ((call: Caller) => Promise<string>)
  /** Default: a picture of this site. */
  picture?: RegExp
  data?: string[]
  canonical?: string
  /** `noindex` on any site. */
  unlisted?: true
}

const room = 'aoi'
const firstEvent = async (call: Caller, state: 'upcoming' | 'live' | 'ended') =>
  (await call(events.listEvents, { query: { room, state } })).items[0]!
const firstTicket = async (call: Caller) =>
  (await call(tickets.listDigitalTickets, { params: { roomid: room } })).items[0]!
const firstArticle = async (call: Caller) => (await call(news.listNews, {})).items[0]!
const CARD = /^\/card\/\S+\.jpg\?v=[\w-]+$/

const pages: PublicPage[] = [
  {
    what: 'the home page',
    path: () => '/',
    title: 'Room',
    text: async (call) => (await firstArticle(call)).title,
    data: ['WebSite'],
  },
  {
    what: 'a room',
    path: () => `/community/${room}`,
    title: '夜ふかし喫茶室｜Room',
    text: async (call) => (await call(rooms.getRoom, { params: { id: room } })).owner.display_name,
    picture: CARD,
    data: ['Organization', 'BreadcrumbList'],
  },
  {
    what: 'what a room is, as the room itself',
    path: () => `/community/${room}/about`,
    title: '夜ふかし喫茶室｜Room',
    text: '夜ふかし喫茶室',
    picture: CARD,
    data: ['Organization', 'BreadcrumbList'],
    canonical: `/community/${room}`,
  },
  {
    what: 'the events of a room',
    path: () => `/community/${room}/event`,
    title: 'イベント｜夜ふかし喫茶室｜Room',
    text: async (call) => (await firstEvent(call, 'upcoming')).title,
    picture: CARD,
  },
  {
    what: 'the digital tickets of a room',
    path: () => `/community/${room}/e_ticket`,
    title: '電子チケット｜夜ふかし喫茶室｜Room',
    text: async (call) => (await firstTicket(call)).title,
    picture: CARD,
  },
  ...(['upcoming', 'live', 'ended'] as const).map(
    (state): PublicPage => ({
      what: `an event that is ${state}`,
      path: async (call) => `/community/${room}/event/${(await firstEvent(call, state)).id}`,
      title: /.+｜Room$/,
      text: async (call) => (await firstEvent(call, state)).title,
      picture: CARD,
      data: ['Event', 'BreadcrumbList'],
    }),
  ),
  {
    what: 'a digital ticket',
    path: async (call) => `/community/${room}/e_ticket/${(await firstTicket(call)).id}`,
    title: /.+｜Room$/,
    text: async (call) => (await firstTicket(call)).venue,
    picture: CARD,
    data: ['Event', 'BreadcrumbList'],
  },
  {
    what: 'whoever sells in a room',
    path: () => `/community/${room}/seller`,
    title: '特定商取引法に基づく表記｜夜ふかし喫茶室｜Room',
    text: '特定商取引法に基づく表記',
    picture: CARD,
  },
  {
    what: 'a person',
    path: () => `/${room}`,
    title: '藍川 あおい｜Room',
    text: '夜ふかし喫茶室',
    picture: CARD,
    data: ['ProfilePage'],
  },
  {
    what: 'the news',
    path: () => '/news',
    title: 'お知らせ｜Room',
    text: async (call) => (await firstArticle(call)).title,
  },
  {
    what: 'an article',
    path: async (call) => `/news/${(await firstArticle(call)).slug}`,
    title: /.+｜Room$/,
    text: async (call) => (await firstArticle(call)).lead,
    picture: CARD,
    data: ['NewsArticle', 'BreadcrumbList'],
  },
  ...[
    { path: '/help', title: 'ヘルプ｜Room', text: '登録に必要なものは何ですか' },
    { path: '/help/payment', title: 'お支払いのヘルプ｜Room', text: '領収書' },
    { path: '/help/other', title: 'そのほかのヘルプ｜Room', text: '音が出ません' },
  ].map(
    ({ path, ...page }): PublicPage => ({
      ...page,
      what: `the help at ${path}`,
      path: () => path,
      data: ['FAQPage'],
    }),
  ),
  ...[
    { path: '/legal', title: '特定商取引法に基づく表記｜Room', text: 'お支払い方法' },
    { path: '/terms', title: '利用規約｜Room', text: '転売の禁止' },
    { path: '/privacy', title: 'プライバシーポリシー｜Room', text: '外部送信' },
    { path: '/policy', title: '知的財産ポリシー｜Room', text: '権利が侵害されたとき' },
    { path: '/beginners', title: 'はじめての方へ｜Room', text: 'ルームをのぞく' },
  ].map(
    ({ path, ...page }): PublicPage => ({ ...page, what: `the text ${path}`, path: () => path }),
  ),
  {
    what: 'the page for future owners',
    path: () => '/beginners/owner',
    title: 'あなたのルームを開きませんか｜Room',
    text: '受け取れる金額の例',
  },
  {
    what: 'the login page',
    path: () => '/login',
    title: 'ログイン｜Room',
    text: 'おかえりなさい',
    unlisted: true,
  },
  {
    what: 'the password reset',
    path: () => '/reset_password',
    title: 'パスワードの再設定｜Room',
    text: 'リンクを送る',
    unlisted: true,
  },
  {
    what: 'what a search finds',
    path: () => `/results?search=${encodeURIComponent('喫茶')}`,
    title: '「喫茶」の検索結果｜Room',
    text: '夜ふかし喫茶室',
    canonical: '/results',
    unlisted: true,
  },
]

describe('a page loaded over HTTP without scripts', () => {
  it.each(pages)(
    'has its content and metadata: $what',
    async ({ path, title, text, picture, ...page }) => {
      const call = await apiAs(siteUrl, null)
      const url = await path(call)
      const metadata = await read(url)
      expect(metadata.answer.status).toBe(200)
      expect(metadata.titles).toBe(1)
      // One of the home page, one that pages share, and those of the page, its layout and its parts: in the page itself.
      expect(metadata.styles.length).toBeLessThanOrEqual(5)
      expect([metadata.sheets, metadata.loadedSheets]).toEqual([metadata.styles.length, 0])
      const policy = metadata.answer.headers.get('content-security-policy')
      for (const css of metadata.styles)
        expect(policy).toContain(createHash('sha256').update(css).digest('base64'))
      // After what the page shows: its picture, which is asked for first, shares the line with them.
      expect(metadata.earlyScripts).toBe(0)
      expect(metadata.scripts).toBeGreaterThan(0)
      expect(metadata.scripts).toBeLessThanOrEqual(12)
      for (const path of metadata.pictures) expect(metadata.shown).toContain(path)
      expect(metadata.title).toEqual(title instanceof RegExp ? expect.stringMatching(title) : title)
      expect(metadata.meta('og:title')).toBe(metadata.title)
      const description = metadata.meta('description') ?? ''
      expect(description.length).toBeGreaterThan(5)
      expect(metadata.meta('og:description')).toBe(description)
      expect(metadata.main).toContain(typeof text === 'string' ? text : await text(call))
      expect(metadata.heading).toBeTruthy()

      const canonical = page.canonical ?? url.replace(/\?.*/, '')
      expect(metadata.canonical).toBe(siteUrl + canonical)
      expect(metadata.meta('og:url')).toBe(siteUrl + canonical)
      const image = metadata.meta('og:image')!
      expect(image.replace(siteUrl, '')).toEqual(
        picture ? expect.stringMatching(picture) : '/og.png',
      )
      const shown = await fetch(image)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])

      expect(metadata.data.map((data) => data['@type'])).toEqual(page.data ?? [])
      for (const data of metadata.data) {
        expect(data['@context']).toBe('https://schema.org')
        expect(JSON.stringify(data)).not.toMatch(/undefined|"\/|"null/)
      }
      // A demo site: all pages are noindex.
      expect(metadata.meta('robots')).toBe('noindex')
      expect(metadata.answer.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  it.each([
    ['/signup', '新規登録｜Room'],
    ['/companion', '同行者のチケット｜Room'],
    ['/takedown', '削除依頼｜Room'],
    ['/gate', '受付｜Room'],
  ])('has its name for previews where the browser fills it: %s', async (path, title) => {
    const { title: own, meta, main } = await read(path)
    expect({ own, shared: meta('og:title'), main }).toEqual({ own: title, shared: title, main: '' })
    expect(meta('og:description')?.length).toBeGreaterThan(5)
  })

  it('links the news feed for feed readers and for people', async () => {
    const { feed, main } = await read('/news')
    expect(main).toContain('RSS')
    const answer = await fetch(siteUrl + feed!)
    const xml = new DOMParser().parseFromString(await answer.text(), 'application/xml')
    const call = await apiAs(siteUrl, null)
    expect(xml.querySelector('item > title')?.textContent).toBe((await firstArticle(call)).title)
    expect((await read('/')).feed).toBe(feed)
  })

  it.each([
    '/community/nobody_here',
    '/community/aoi/event/none',
    '/news/none',
    '/nobody_here',
    '/a/b/c',
  ])('is not found at %s', async (path) => {
    const { answer } = await read(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/404'])
    const missing = await read('/404')
    expect([missing.answer.status, missing.title]).toEqual([
      404,
      'ページが見つかりませんでした｜Room',
    ])
  })

  it('is listed in the sitemap, which lists only existing pages', async () => {
    const xml = await (await fetch(`${siteUrl}/sitemap.xml`)).text()
    const urls = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!)
    const call = await apiAs(siteUrl, null)
    for (const { path, canonical, unlisted, data } of pages) {
      const url = siteUrl + (canonical ?? (await path(call)))
      if (!unlisted && data) expect(urls).toContain(url)
    }
    // Of each kind only the first few.
    const seen: Record<string, number> = {}
    const few = urls.filter((url) => {
      const kind = url.includes('/event/') ? 'event' : url.split('/').length.toString()
      seen[kind] = (seen[kind] ?? 0) + 1
      return seen[kind] <= 6
    })
    for (const url of few) {
      const { answer, canonical } = await read(url.replace(siteUrl, ''))
      expect([url, answer.status, canonical]).toEqual([url, 200, url])
    }
  })
})
