import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { events } from '#contract/events.ts'
import { apiAs } from '../api.ts'
import { DESKTOP, letIn, openBrowser, openContext, openPage, PHONE } from '../browser.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function open(path: string, viewport = DESKTOP) {
  const context = await openContext(browser, { viewport })
  const opened = await openPage(context)
  await letIn(opened.page, siteUrl, FAN)
  await opened.page.goto(siteUrl + path)
  return opened
}
async function find(held: (event: { publishment_flg: number; archive: number }) => boolean) {
  const call = await apiAs(siteUrl, FAN)
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  const event = items.find(held)
  if (!event) throw new Error('the demo has no such event')
  return `/community/${event.room.id}/event/${event.id}`
}

it.each([
  { what: 'on air', held: (event: { publishment_flg: number }) => event.publishment_flg === 1 },
  { what: 'in the archive', held: (event: { archive: number }) => event.archive === 1 },
])('shows a holder a picture that moves: $what', async ({ held }) => {
  const { page, complaints } = await open(await find(held))
  const film = page.locator('video')
  await film.waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  expect(complaints).toEqual([])
})

it('lays the stage at 70 % and the talk at 30 %, both 538 px high, on a wide screen', async () => {
  const { page } = await open(await find(({ publishment_flg }) => publishment_flg === 1))
  const talk = await page.getByRole('region', { name: 'トーク' }).boundingBox()
  const film = await page.locator('video').boundingBox()
  expect(talk?.height).toBe(538)
  expect(film?.height).toBe(538)
  expect(film!.width / (film!.width + talk!.width)).toBeCloseTo(0.7, 1)
})

it('keeps the stage on top of a phone, and opens and closes the talk below it', async () => {
  const { page } = await open(await find(({ publishment_flg }) => publishment_flg === 1), PHONE)
  const talk = page.getByRole('region', { name: 'トーク' })
  await page.getByRole('button', { name: 'トークを開く' }).click()
  await talk.waitFor()
  await talk.getByRole('button', { name: 'トークを閉じる' }).click()
  await talk.waitFor({ state: 'hidden' })
  const before = await page.locator('video').boundingBox()
  await page.evaluate(() => window.scrollTo(0, 500))
  const after = await page.locator('video').boundingBox()
  expect(before?.y).toBe(0)
  expect(after?.y).toBe(0)
})
