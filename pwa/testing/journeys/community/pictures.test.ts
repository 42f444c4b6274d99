import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { openContext, PHONE, sharedBrowser } from '../../browser.ts'

const siteUrl = inject('siteUrl')
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  context = await openContext(browser, { viewport: PHONE })
  page = await context.newPage()
})

const isMedia = (url: URL) => url.pathname.startsWith('/media/')
const refuseMedia = () => page.route(isMedia, (route) => route.abort())

/** Waits until a picture is marked as broken, and every failed picture is marked. */
const allMarked = () =>
  page.waitForFunction(() => {
    const failed = [...document.images].filter(
      ({ src, complete, naturalWidth, loading }) =>
        src.includes('/media/') && complete && naturalWidth === 0 && loading !== 'lazy',
    )
    const isMarked = (image: Element) => image.matches('[data-broken]')
    return document.querySelector('img[data-broken]') !== null && failed.every(isMarked)
  })

/** Whether this part of the screen has a single color. */
async function isPlain(clip: { x: number; y: number; width: number; height: number }) {
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.every(({ min, max }) => max - min <= 1)
}
/** The room's header picture, between the buttons above it and the icon below it. */
const HEADER = { x: 0, y: 80, width: PHONE.width, height: 140 }

it('shows placeholders for pictures that fail to load, and the pictures once the network is back', async () => {
  await refuseMedia()
  await page.goto(`${siteUrl}/community/aoi`)
  await page.locator('header img[data-broken]').first().waitFor()
  await allMarked()
  expect(await isPlain(HEADER)).toBe(true)

  await page.unroute(isMedia)
  // Each fails once more, as requests do while the network comes back.
  const failed = new Set<string>()
  await page.route(isMedia, (route) => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
  await context.setOffline(true)
  await context.setOffline(false)
  await page.waitForFunction(() => !document.querySelector('img[data-broken]'))
  // A loaded picture is painted once it is decoded.
  await expect.poll(() => isPlain(HEADER)).toBe(false)
})

it.each(['/', '/aoi', '/results?search=夜'])(
  'shows no broken-image icon for pictures of %s',
  { tags: 'full' },
  async (path) => {
    await refuseMedia()
    await page.goto(siteUrl + path)
    await allMarked()
  },
)

it('marks pictures that failed before the app loaded', async () => {
  await refuseMedia()
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/pre-hydration.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${siteUrl}/community/aoi`, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('header img')
    return picture?.complete && picture.naturalWidth === 0
  })
  expect(await page.locator('img[data-broken]').count()).toBe(0)
  letGo()
  await page.locator('header img[data-broken]').first().waitFor()
  expect(await isPlain(HEADER)).toBe(true)
})
