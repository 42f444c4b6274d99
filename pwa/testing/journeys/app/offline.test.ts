import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { ASK_AGAIN_MS, PICTURES_MAX, READ_TIMEOUT_MS } from '#contract/shared/limits.ts'
import { apiAs } from '../../api.ts'
import {
  DESKTOP,
  letIn,
  openContext,
  openHydrated,
  openPage,
  PHONE,
  sharedBrowser,
} from '../../browser.ts'
import { waitForTickets } from '../../device.ts'

const FAN = 'fan@example.com'
const siteUrl = inject('siteUrl')
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  context = await openContext(browser, { viewport: PHONE, serviceWorkers: 'allow' })
  ;({ page } = await openPage(context))
  await page.goto(siteUrl)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})

it('opens the app shell offline with a message, never the browser’s error page', async () => {
  await context.setOffline(true)
  await page.goto(`${siteUrl}/community/aoi`)
  await page.getByRole('heading', { name: 'そのページはオフラインでは開けません' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: '夜ふかし喫茶室' }).waitFor()
})

it('caches no API responses and no members’ media', async () => {
  await letIn(page, siteUrl, FAN)
  await page.goto(`${siteUrl}/community/aoi/talk`)
  await page
    .getByRole('heading', { name: /銀河鉄道/ })
    .first()
    .waitFor()
  const cached = await page.evaluate(async () => {
    const caches = await window.caches.keys()
    const requests = await Promise.all(
      caches.map(async (name) => (await window.caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.length).toBeGreaterThan(10)
  expect(
    cached.filter((path) => path.startsWith('/api/') || path.startsWith('/media/members')),
  ).toEqual([])
})

it('shows the offline message in a small window, too, without overlapping content', {
  tags: 'full',
}, async () => {
  await letIn(page, siteUrl, FAN)
  await page.setViewportSize(DESKTOP)
  const fan = await apiAs(siteUrl, FAN)
  const { items } = await fan(events.listJoined, {})
  const { id, room } = items.find(({ publishment_flg }) => publishment_flg === 1)!
  await page.goto(`${siteUrl}/community/${room.id}/event/${id}`)
  await waitForTickets(page)
  await context.setOffline(true)
  await page.reload()
  const talk = page.getByRole('region', { name: 'トーク' })
  const way = talk.getByRole('link', { name: 'チケットボックスを開く' })
  await way.waitFor()
  // Late content makes the page longer: scrolls again.
  const isOnTop = async () => {
    await talk.hover()
    await page.mouse.wheel(0, 1_000)
    return way.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  }
  await expect.poll(isOnTop).toBe(true)
})

it('evicts the least recently used pictures', {
  tags: 'full',
}, async () => {
  const pictures = () =>
    page.evaluate(async () => {
      const requests = await (await window.caches.open('pictures')).keys()
      return requests.map(({ url }) => Number(new URL(url).searchParams.get('nth') ?? 0))
    })
  // The first page is not yet controlled by the worker.
  await page.reload()
  const [seen, atOnce] = [PICTURES_MAX + 20, 20]
  const some = page.locator('img[src*="/media/public/"]').first()
  const see = async ({ src }: HTMLImageElement, numbers: number[]) => {
    const answers = await Promise.all(numbers.map((nth) => fetch(`${src}?nth=${nth}`)))
    await Promise.all(answers.map((answer) => answer.blob()))
  }
  for (let first = 1; first <= seen; first += atOnce)
    await some.evaluate(
      see,
      Array.from({ length: atOnce }, (_, n) => first + n),
    )
  // A picture is shown before it is cached, so that the count may be reached early.
  const left = async () => {
    const all = await pictures()
    return [all.length, all.includes(seen), all.includes(1)]
  }
  await expect.poll(left).toEqual([PICTURES_MAX, true, false])
})

it('stops waiting for a network that swallows requests, and continues once it works again', {
  tags: 'full',
}, async () => {
  const visitor = await openContext(browser, { viewport: PHONE })
  ;({ page } = await openPage(visitor))
  await page.clock.install()
  await openHydrated(page, siteUrl)
  // The request is sent, and no response comes.
  await visitor.route('**/api/**', () => {})
  // A page's data is requested shortly after the URL changes.
  const requested = page.waitForRequest('**/api/application/event/*')
  await page
    .getByRole('link', { name: /夜ふかし喫茶室/ })
    .first()
    .click()
  await page.waitForURL('**/community/aoi/event/*')
  await requested
  const silent = page.getByRole('heading', { name: 'そのページはオフラインでは開けません' })
  expect(await silent.count()).toBe(0)
  await page.clock.runFor(READ_TIMEOUT_MS)
  await silent.waitFor()
  await visitor.unroute('**/api/**')
  await page.clock.runFor(ASK_AGAIN_MS)
  await page.getByRole('heading', { name: /夜ふかし朗読会/ }).waitFor()
})
