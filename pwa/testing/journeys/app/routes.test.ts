import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Caller } from '#contract/http/caller.ts'
import { isFull } from '#server/testing/names.ts'
import { apiAs } from '../../api.ts'
import {
  axeFinds,
  DESKTOP,
  letIn,
  newContext,
  openPage,
  PHONE,
  sharedBrowser,
} from '../../browser.ts'
import { layoutFinds, NARROW } from '../../layout.ts'
import { type Role, type Visit, visits } from '../visits.ts'

/** The full matrix of roles, viewports and color schemes runs only in `npm run test:full`. */
const screens = isFull
  ? [
      { name: 'phone', viewport: PHONE, colorScheme: 'light' },
      { name: 'phone in the dark', viewport: PHONE, colorScheme: 'dark' },
      { name: 'desktop', viewport: DESKTOP, colorScheme: 'light' },
      { name: 'desktop in the dark', viewport: DESKTOP, colorScheme: 'dark' },
    ]
  : [{ name: 'phone', viewport: PHONE, colorScheme: 'light' }]

const MAILS: Record<Role, string | null> = {
  visitor: null,
  guest: 'guest@example.com',
  fan: 'fan@example.com',
  owner: 'owner@example.com',
  operator: 'admin@example.com',
}
/** Whether this role opens the page in this run: the main role, in the full run all permitted ones. */
const opens = ({ as, shownBy }: Visit, role: Role) =>
  isFull ? as.includes(role) : as[0] === role && !shownBy
const roles = (Object.keys(MAILS) as Role[]).filter((role) =>
  visits.some((visit) => opens(visit, role)),
)

/** Whether pages are also shown as narrow as people who zoom see them: once, outside of the full run to visitors. */
const narrows = (role: Role, viewport: typeof PHONE, scheme: string) =>
  viewport === PHONE && scheme === 'light' && (isFull || role === 'visitor')

/**
 * Opens a page as a link in the app does, for a third of the time: one document for all pages of a role. The full run
 * loads each page, `public-pages.test.ts` those without a login. Comes from a page that has nothing in common with it,
 * so that nothing of another is taken for it.
 */
async function open(page: Page, path: string, { missing }: Visit) {
  const isFirst = !page.url().startsWith(siteUrl)
  if (isFull || isFirst || missing) return void (await page.goto(siteUrl + path))
  const nothing = page.getByRole('heading', { name: /見つかりませんでした/, level: 1 })
  await navigate(page, NOWHERE)
  await nothing.waitFor()
  await navigate(page, path)
  await nothing.waitFor({ state: 'detached' })
}
const NOWHERE = '/no/such/page'

const navigate = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const siteUrl = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

describe.each(screens)('all routes on a $name', ({ viewport, colorScheme }) => {
  describe.each(roles)('as %s', (role) => {
    const accessible = visits.filter((visit) => opens(visit, role))
    let context: Awaited<ReturnType<Browser['newContext']>>
    let call: Caller
    let opened: Awaited<ReturnType<typeof openPage>>

    beforeAll(async () => {
      const scheme = colorScheme as 'light' | 'dark'
      context = await newContext(browser, { viewport, colorScheme: scheme })
      opened = await openPage(context)
      call = await apiAs(siteUrl, MAILS[role] ?? null)
      const mail = MAILS[role] ?? null
      if (mail) await letIn(opened.page, siteUrl, mail)
    })
    afterAll(() => context.close())

    it.each(accessible)('shows $name with the rows of its endpoint', async (visit: Visit) => {
      const { url, rows, heading, lands } = visit
      const { page, complaints } = opened
      complaints.length = 0
      await open(page, await url(call), visit)
      if (lands) await page.waitForURL(`**${lands}`)
      await page
        .getByRole('heading', { name: heading, level: 1 })
        .first()
        .waitFor({ state: 'attached' })
      for (const row of await rows(call)) {
        expect(row, 'the endpoint has rows').toBeTruthy()
        await page.getByText(row!, { exact: false }).first().waitFor({ state: 'attached' })
      }
      expect(await page.title()).toMatch(/(^|｜)Room$/)
      expect(await page.getByText('undefined').count()).toBe(0)
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth: window.innerWidth,
      }))
      expect(scrollWidth, 'nothing sticks out at the side').toBeLessThanOrEqual(innerWidth)
      expect(await axeFinds(page)).toEqual([])
      if (narrows(role, viewport, colorScheme)) {
        for (const narrow of NARROW) {
          await page.setViewportSize(narrow)
          await expect.poll(() => layoutFinds(page)).toEqual([])
        }
        await page.setViewportSize(viewport)
      }
      expect(
        visit.missing ? complaints.filter((line) => !line.includes('404')) : complaints,
      ).toEqual([])
    })
  })
})
