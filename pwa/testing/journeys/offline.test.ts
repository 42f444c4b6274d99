import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { letIn, openBrowser, openContext, openPage, PHONE } from '../browser.ts'

const siteUrl = inject('siteUrl')
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openContext(browser, { viewport: PHONE, serviceWorkers: 'allow' })
  ;({ page } = await openPage(context))
  await page.goto(siteUrl)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})

it('opens from the worker’s shell without a network, says so, and never shows the browser’s own page', async () => {
  await context.setOffline(true)
  await page.goto(`${siteUrl}/community/aoi`)
  await page.getByRole('heading', { name: 'そのページはオフラインでは開けません' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: '夜ふかし喫茶室' }).waitFor()
})

it('keeps nothing of what the API answered, nor of members’ media', async () => {
  await letIn(page, siteUrl, 'fan@example.com')
  await page.goto(`${siteUrl}/community/aoi/talk`)
  await page
    .getByRole('heading', { name: /銀河鉄道/ })
    .first()
    .waitFor()
  const kept = await page.evaluate(async () => {
    const caches = await window.caches.keys()
    const requests = await Promise.all(
      caches.map(async (name) => (await window.caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(
    kept.filter((path) => path.startsWith('/api/') || path.startsWith('/media/members')),
  ).toEqual([])
})
