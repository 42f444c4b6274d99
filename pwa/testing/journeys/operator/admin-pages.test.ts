// @module-tag full
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { type AdminDetail, adminSections } from '#pwa/features/operator/sections.ts'
import { axeFinds, letIn, openContext, openPage, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
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

const schemes = ['light', 'dark'] as const
it.each(SCREENS.map(([screen, viewport], n) => [screen, viewport, schemes[n]!] as const))(
  'every admin page is accessible and fits the screen, on %s',
  async (_, viewport, colorScheme) => {
    const context = await openContext(site.browser, {
      viewport,
      colorScheme,
    })
    const { page, complaints } = await openPage(context)
    await letIn(page, site.server.url, 'admin@example.com')
    await page.goto(`${site.server.url}/admin`)
    await page.getByLabel('パスワード', { exact: true }).fill('password')
    await page.getByRole('button', { name: '運営デスクを開く' }).click()
    await page.getByText('今日', { exact: true }).waitFor()
    for (const path of PAGES) await isSound(page, path)
    expect(complaints).toEqual([])
  },
)

it.each([
  ['which is read', (route: Route) => route.continue()],
  ['which cannot be read', (route: Route) => route.fulfill({ status: 500, json: {} })],
] as const)(
  'the overview shows its menu below the tasks only once they are loaded, %s',
  async (_, answer) => {
    const { page } = await openAs(site, 'admin@example.com', '/admin')
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    const requested = page.waitForRequest('**/operator/overview')
    await page.route('**/operator/overview', (route) => released.then(() => answer(route)))
    await page.getByLabel('パスワード', { exact: true }).fill('password')
    await page.getByRole('button', { name: '運営デスクを開く' }).click()
    await page.getByRole('heading', { name: '運営デスク', level: 1 }).waitFor()
    await requested
    const menu = page.getByRole('heading', { name: 'メニュー' })
    expect(await menu.count()).toBe(0)
    letGo()
    await menu.waitFor()
  },
)
