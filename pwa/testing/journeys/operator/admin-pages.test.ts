import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type AdminDetail, adminSections } from '#pwa/features/operator/sections.ts'
import {
  axeFinds,
  letIn,
  newContext,
  openContext,
  openPage,
  PHONE,
  SCREENS,
  sharedBrowser,
} from '../../browser.ts'

const siteUrl = inject('siteUrl')
/** A path for each route of a single object; null: its id is not known before. */
const DETAILS: Record<AdminDetail, string | null> = {
  'reports/:id': null,
  'takedowns/:id': null,
  'users/:name': 'users/aoi',
  'rooms/:name': 'rooms/aoi',
  'news/new': 'news/new',
  'news/:slug': null,
  'texts/:slug': 'texts/terms',
}
const PAGES = [
  '/admin',
  ...adminSections.map(({ to }) => to),
  ...Object.values(DETAILS).flatMap((path) => (path === null ? [] : [`/admin/${path}`])),
  '/takedown',
]

async function isSound(page: Page, path: string) {
  await page.goto(siteUrl + path)
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

async function openAdmin(context: BrowserContext) {
  const opened = await openPage(context)
  await letIn(opened.page, siteUrl, 'admin@example.com')
  await opened.page.goto(`${siteUrl}/admin`)
  await opened.page.getByLabel('パスワード', { exact: true }).fill('password')
  await opened.page.getByRole('button', { name: '運営デスクを開く' }).click()
  await opened.page.getByText('今日', { exact: true }).waitFor()
  return opened
}

it('the desk of operators opens after their password, and leads to its pages', async () => {
  const context = await openContext(await sharedBrowser(), { viewport: PHONE })
  const { page, complaints } = await openAdmin(context)
  expect(await axeFinds(page)).toEqual([])
  // From a waiting refund to its row, far down a page.
  await page.getByRole('link', { name: /止まっている返金/ }).click()
  await page.getByRole('heading', { name: '入出金', level: 1 }).waitFor()
  const row = page.getByRole('listitem').filter({ hasText: /^¥[\d,]+・@/ })
  await vi.waitFor(async () => {
    const { y, height } = (await row.first().boundingBox())!
    expect(y, 'the refund is out of view').toBeGreaterThan(0)
    expect(y + height, 'the refund is out of view').toBeLessThan(PHONE.height)
  })
  const sections = page.getByRole('navigation', { name: '運営デスク' })
  await sections.getByRole('link', { name: '通報' }).click()
  await page.getByRole('heading', { name: '通報', level: 1 }).waitFor()
  await page.goto(siteUrl + adminSections.at(-1)!.to)
  const current = sections.locator('[aria-current]')
  await vi.waitFor(async () => {
    const { x, width } = (await current.boundingBox())!
    expect(x + width, 'the current section is out of view').toBeLessThan(PHONE.width)
  })
  expect(complaints).toEqual([])
})

const schemes = ['light', 'dark'] as const
describe.each(SCREENS.map(([screen, viewport], n) => [screen, viewport, schemes[n]!] as const))(
  'every admin page is accessible and fits the screen, on %s',
  { tags: 'full' },
  (_, viewport, colorScheme) => {
    let context: BrowserContext
    let admin: Awaited<ReturnType<typeof openAdmin>>
    beforeAll(async () => {
      const browser = await sharedBrowser()
      context = await newContext(browser, { viewport, colorScheme })
      admin = await openAdmin(context)
    })
    afterAll(() => context.close())

    it.each(PAGES)('%s', async (path) => {
      const { page, complaints } = admin
      complaints.length = 0
      await isSound(page, path)
      expect(complaints).toEqual([])
    })
  },
)
