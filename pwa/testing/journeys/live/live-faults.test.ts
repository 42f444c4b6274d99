// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { WATCHED_ELSEWHERE, WATCHING_BANNED } from '#contract/live/messages.ts'
import { DESKTOP, logIn, openContext } from '../../browser.ts'
import { ownLiveSite } from '../../own-site.ts'
import { waitForSign } from '../../picture.ts'

const FAN = 'fan@example.com'
const own = ownLiveSite()

/** A logged-in browser at the event; `untouched` is false once its page was reloaded. */
async function open(email: string, id: string) {
  const context = await openContext(own.browser, { viewport: DESKTOP })
  const page = await context.newPage()
  await logIn(page, own.room.site, email)
  const playlists: string[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.m3u8')) playlists.push(answer.url())
  })
  await page.goto(`${own.room.site}/community/aoi/event/${id}`)
  await page.evaluate(() => Object.assign(window, { isUntouched: true }))
  const untouched = () => page.evaluate(() => 'isUntouched' in window)
  const panel = page.locator('section[aria-label="トーク"]')
  const line = (text: string) => panel.locator('[data-talk]').filter({ hasText: text })
  return { page, context, panel, line, untouched, playlists }
}
const expectMotion = async (page: Page) => {
  const at = await page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
  await page.waitForFunction(
    (from) => (document.querySelector('video')?.currentTime ?? 0) > from + 1,
    at,
  )
}

/** A live event with a real encoder that sends a red picture. */
async function onAir() {
  const event = await own.room.comingEvent()
  const { stream_key } = await event.ingest()
  const encoder = own.room.encode(stream_key, { sign: 'red' })
  await vi.waitFor(async () => expect(await event.state()).toBe('preview'))
  await event.turn(1)
  const post = async (message: string) =>
    (await own.room.callerOf('owner')).call(live.postTalk, {
      params: event.params,
      body: { message },
    })
  return { ...event, stream_key, encoder, say: post }
}

it('restores stream and talk after kills of API and ingest, and stops viewers who lose their access (48)', async () => {
  const { params, stream_key, encoder, say: post, owner } = await onAir()
  const fan = await open(FAN, params.id)
  await waitForSign(fan.page, 'red')
  await post('ひとつめ')
  await fan.line('ひとつめ').waitFor()

  await own.room.kill('main')
  await own.room.start('main')
  await post('ふたつめ')
  await fan.line('ふたつめ').waitFor()
  await expectMotion(fan.page)

  await own.room.kill('ingest')
  await encoder.ended
  await fan.page.getByText('配信が一時中断しています').waitFor()
  await post('みっつめ')
  await fan.line('みっつめ').waitFor()
  await own.room.start('ingest')
  const second = own.room.encode(stream_key, { sign: 'green' })
  await waitForSign(fan.page, 'green')
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })
  await expectMotion(fan.page)
  for (const text of ['ひとつめ', 'ふたつめ', 'みっつめ'])
    expect(await fan.line(text).count(), text).toBe(1)
  expect(await fan.untouched()).toBe(true)

  // Uses the same stream: starting another one takes half a minute.
  const url = fan.playlists.at(-1)!
  const stranger = await open('guest@example.com', params.id)
  const copied = await stranger.page.evaluate(async (path) => (await fetch(path)).status, url)
  expect(copied, '48: a copied playlist').toBe(403)
  await expect(stranger.page.locator('video').count()).resolves.toBe(0)

  const viewers = [
    await open(FAN, params.id),
    await open(FAN, params.id),
    await open(FAN, params.id),
  ]
  for (const { page } of viewers) await waitForSign(page, 'green')
  await fan.page.getByText(WATCHED_ELSEWHERE).waitFor()
  for (const { page } of viewers) await expectMotion(page)

  const watching = viewers[0]!
  await owner.call(live.banFromTalk, { params, body: { name: 'haru' } })
  await watching.page.getByText(WATCHING_BANNED).first().waitFor()
  expect(await watching.untouched()).toBe(true)
  await second.stop()
})
