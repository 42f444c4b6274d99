import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { openContext, PHONE, sharedBrowser } from '../browser.ts'

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

/** Waits until some picture is marked as broken, and every one is that is known to have failed. */
const allMarked = () =>
  page.waitForFunction(() => {
    const failed = [...document.images].filter(
      ({ src, complete, naturalWidth, loading }) =>
        src.includes('/media/') && complete && naturalWidth === 0 && loading !== 'lazy',
    )
    const isMarked = (image: Element) => image.matches('[data-broken]')
    return document.querySelector('img[data-broken]') !== null && failed.every(isMarked)
  })

/** Whether nothing but one colour is painted on this part of the screen. */
async function isPlain(clip: { x: number; y: number; width: number; height: number }) {
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.every(({ min, max }) => max - min <= 1)
}
/** The room's header picture, below the buttons over it and above its window, to both edges. */
const HEADER = { x: 0, y: 80, width: PHONE.width, height: 140 }

it('draws a place and no broken picture where pictures cannot be had, and the pictures once there is a network', async () => {
  await refuseMedia()
  await page.goto(`${siteUrl}/community/aoi`)
  await page.locator('header img[data-broken]').first().waitFor()
  await allMarked()
  expect(await isPlain(HEADER)).toBe(true)

  await page.unroute(isMedia)
  // Each fails once more, as what is asked for while the network comes back does.
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
  // A picture that has come is painted once it is decoded.
  await expect.poll(() => isPlain(HEADER)).toBe(false)
})

it.each(['/', '/aoi', '/results?search=夜'])(
  'leaves no picture of %s as the browser would draw it',
  async (path) => {
    await refuseMedia()
    await page.goto(siteUrl + path)
    await allMarked()
  },
)

it('finds those that failed before the app listened', async () => {
  await refuseMedia()
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  await page.route('**/pre-hydration.js', async (route) => {
    await held
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
