// @module-tag full
import { expect, it } from 'vitest'
import { type Event, events } from '#contract/events/calls.ts'
import { live } from '#contract/live/calls.ts'
import { REPLAY_SPAN_MS } from '#contract/live/limits.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const FAN = 'fan@example.com'
/** How far the talk may be from the picture. */
const SYNCED_MS = 500
const site = ownSite()

/** The demo's archive with chapters, and the instants of its lines. */
async function archived() {
  const call = await apiAs(site.server.url, FAN)
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  const event = items.find(({ archive, about }) => archive === 1 && about.includes('0:00'))!
  const start = Date.parse(event.start)
  const parts = await Promise.all(
    [0, 1].map((n) =>
      call(live.getReplay, {
        params: { id: event.id },
        query: { from: new Date(start + n * REPLAY_SPAN_MS).toISOString() },
      }),
    ),
  )
  const instants = parts.flatMap(({ lines }) => lines.map((line) => Date.parse(line.created_at)))
  return { event, start, instants: [...new Set(instants)].sort((a, b) => a - b) }
}
const pathOf = ({ id, room }: Event) => `/community/${room.id}/event/${id}`

it('runs the talk along with the archive, after ten jumps and at double speed', async () => {
  const { event, start, instants } = await archived()
  const { page, complaints } = await openAs(site, FAN, pathOf(event), DESKTOP)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  /** The position, the newest line that is shown, and whether that is the right one. */
  const look = () =>
    page.evaluate(() => ({
      at: document.querySelector('video')!.currentTime,
      line: [...document.querySelectorAll<HTMLTimeElement>('[data-talk] time')].at(-1)?.dateTime,
    }))
  const isSynced = ({ at, line }: Awaited<ReturnType<typeof look>>) => {
    const now = start + at * 1_000
    const lastUntil = (instant: number) => instants.findLast((one) => one <= instant)
    const shown = line === undefined ? Number.NaN : Date.parse(line)
    return shown >= lastUntil(now - SYNCED_MS)! && shown <= now + SYNCED_MS
  }
  await page.evaluate(() => document.querySelector('video')!.pause())
  for (const to of [60, 5, 33, 65, 12, 48, 2, 55, 20, 40]) {
    await page.evaluate((at) => {
      document.querySelector('video')!.currentTime = at
    }, to)
    await expect.poll(async () => isSynced(await look()), { message: `at ${to} s` }).toBe(true)
  }
  await page.evaluate(async () => {
    const video = document.querySelector('video')!
    video.currentTime = 10
    video.playbackRate = 2
    await video.play()
  })
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 12)
  // A busy browser draws rarely while the picture goes on: in sync is what it draws then.
  for (const at of [14, 20, 30]) {
    await page.waitForFunction((to) => document.querySelector('video')!.currentTime > to, at)
    await expect.poll(async () => isSynced(await look()), { message: `from ${at} s on` }).toBe(true)
  }
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('goes to a chapter, and plays a shared clip to its end', async () => {
  const { event } = await archived()
  const { page } = await openAs(site, FAN, `${pathOf(event)}?clip=20-23`, DESKTOP)
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const more = page.getByRole('button', { name: '続きを見る' })
  await more.waitFor()
  expect(await position()).toBeGreaterThanOrEqual(23)
  expect(await position()).toBeLessThan(25)
  await more.click()
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 24)
  await page.getByRole('button', { name: /^0:00/ }).click()
  await expect.poll(position).toBeLessThan(10)
  await page.locator('[aria-current="true"]', { hasText: '0:00' }).waitFor()
})
