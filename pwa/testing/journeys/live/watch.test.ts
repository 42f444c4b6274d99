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

it.each([
  ['full width', { width: 1680, height: 1050 }, 538],
  ['a desktop', DESKTOP, null],
  ['a tablet', { width: 1024, height: 768 }, null],
])(
  'has 70 % for a picture of 16:9, 30 % for a talk of the same height, and a folded navigation: %s',
  async (_, viewport, height) => {
    const { page } = await open(
      await find(({ publishment_flg }) => publishment_flg === 1),
      viewport,
    )
    const boxOf = async (role: 'region' | 'navigation', name: string) =>
      (await page.getByRole(role, { name, exact: true }).boundingBox())!
    const film = (await page.locator('video').boundingBox())!
    const talk = await boxOf('region', 'トーク')
    expect(film.width / film.height).toBeCloseTo(16 / 9, 1)
    expect(talk.height).toBeCloseTo(film.height, 0)
    expect(film.width / (film.width + talk.width)).toBeCloseTo(0.7, 1)
    if (height) expect(film.height).toBeCloseTo(height, 0)
    await page.locator('video').hover()
    expect((await boxOf('navigation', 'メイン')).width).toBeLessThan(80)
    await page.getByRole('link', { name: 'ホーム' }).first().hover()
    expect((await boxOf('navigation', 'メイン')).width).toBe(248)
  },
)

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
