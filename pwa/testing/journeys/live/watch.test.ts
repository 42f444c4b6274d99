// @module-tag full
import { expect, it, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import { DESKTOP, PHONE } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const FAN = 'fan@example.com'
/** A site of its own: too many browsers on one ticket stop each other. */
const site = ownSite()

const open = (path: string, viewport = DESKTOP) => openAs(site, FAN, path, viewport)
async function find(matches: (event: { publishment_flg: number; archive: number }) => boolean) {
  const call = await apiAs(site.server.url, FAN)
  // The demo's archives are created after the start.
  const event = await vi.waitFor(async () => {
    const { items } = await call(events.listJoined, { query: { limit: 100 } })
    const match = items.find(matches)
    expect(match).toBeDefined()
    return match!
  })
  return `/community/${event.room.id}/event/${event.id}`
}

it.each([
  { what: 'on air', held: (event: { publishment_flg: number }) => event.publishment_flg === 1 },
  { what: 'in the archive', held: (event: { archive: number }) => event.archive === 1 },
])('shows a ticket holder a moving picture: $what', async ({ held: matches }) => {
  const { page, complaints } = await open(await find(matches))
  const film = page.locator('video')
  await film.waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  expect(complaints).toEqual([])
})

it('has the stage at 70 % and the talk at 30 %, both 538 px high, on a wide screen', async () => {
  const { page } = await open(await find(({ publishment_flg }) => publishment_flg === 1))
  const talk = await page.getByRole('region', { name: 'トーク' }).boundingBox()
  const film = await page.locator('video').boundingBox()
  expect(talk?.height).toBe(538)
  expect(film?.height).toBe(538)
  expect(film!.width / (film!.width + talk!.width)).toBeCloseTo(0.7, 1)
})

it('keeps the stage at the top of a phone, and opens and closes the talk below it', async () => {
  const { page } = await open(await find(({ publishment_flg }) => publishment_flg === 1), PHONE)
  const talk = page.getByRole('region', { name: 'トーク' })
  // Open while on air.
  await talk.waitFor()
  await talk.getByRole('button', { name: 'トークを閉じる' }).click()
  await talk.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'トークを開く' }).click()
  await talk.waitFor()
  await page.goBack()
  await talk.waitFor({ state: 'hidden' })
  const before = await page.locator('video').boundingBox()
  await page.evaluate(() => window.scrollTo(0, 500))
  const after = await page.locator('video').boundingBox()
  expect(before?.y).toBe(0)
  expect(after?.y).toBe(0)
})
