import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { axeFinds, DESKTOP, logIn, openPage, PHONE } from '../browser.ts'
import { ownSite } from '../own-site.ts'

const site = ownSite()
const PAGES = [
  '/admin',
  '/admin/reports',
  '/admin/takedowns',
  '/admin/disclosures',
  '/admin/users',
  '/admin/users/aoi',
  '/admin/rooms',
  '/admin/rooms/aoi',
  '/admin/words',
  '/admin/news',
  '/admin/news/new',
  '/admin/help',
  '/admin/texts',
  '/admin/texts/terms',
  '/admin/switches',
  '/admin/money',
  '/admin/health',
  '/admin/audit',
  '/takedown',
]

async function isSound(page: Page, path: string) {
  await page.goto(site.server.url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const { scrollWidth, innerWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    innerWidth: window.innerWidth,
  }))
  expect(scrollWidth, `${path} sticks out at the side`).toBeLessThanOrEqual(innerWidth)
  expect(await page.getByText('undefined').count(), path).toBe(0)
  expect(await axeFinds(page), path).toEqual([])
}

it.each([
  ['a phone', PHONE, 'light'],
  ['a desktop in the dark', DESKTOP, 'dark'],
] as const)(
  'every page of the desk can be read by everybody, on %s',
  {
    timeout: 180_000,
  },
  async (_, viewport, colorScheme) => {
    const context = await site.browser.newContext({
      viewport,
      colorScheme,
      locale: 'ja-JP',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    onTestFinished(() => context.close())
    const { page, complaints } = await openPage(context)
    await logIn(page, site.server.url, 'admin@example.com')
    await page.goto(`${site.server.url}/admin`)
    await page.getByLabel('パスワード', { exact: true }).fill('password')
    await page.getByRole('button', { name: '運営デスクを開く' }).click()
    await page.getByText('きょう', { exact: true }).waitFor()
    for (const path of PAGES) await isSound(page, path)
    expect(complaints).toEqual([])
  },
)
