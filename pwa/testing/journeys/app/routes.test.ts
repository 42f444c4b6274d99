import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Caller } from '#contract/http/caller.ts'
import { isFull } from '#server/testing/names.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, letIn, openPage, PHONE, sharedBrowser } from '../../browser.ts'
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
      context = await browser.newContext({
        viewport,
        colorScheme: scheme,
        locale: 'ja-JP',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
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
      const path = await url(call)
      await page.goto(siteUrl + path)
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
      expect(
        visit.missing ? complaints.filter((line) => !line.includes('404')) : complaints,
      ).toEqual([])
    })
  })
})
