// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { type Encoder, startEncoder } from '#server/testing/encoder.ts'
import { axeFinds, letIn, openContext, openPage, PHONE, SCREENS } from '../../browser.ts'
import { ownLiveSite } from '../../own-site.ts'

const own = ownLiveSite(async () => ({ LIVE_LADDER: '240:300,120:100,sound:48' }))
// Only a failing test waits this long, also on a busy machine.
const soon = { timeout: 60_000, interval: 200 }
let path: string
let encoder: Encoder | undefined

beforeAll(async () => {
  const { fan, params, ingest, turn, state, event } = await own.room.comingEvent()
  const { stream_key } = await ingest()
  const rtmp = `rtmp://127.0.0.1:${own.room.rtmpPort}/live/${stream_key}`
  encoder = startEncoder(rtmp, { size: '640x360' })
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await turn(1)
  await vi.waitFor(async () => {
    const playlist = await own.room.playlistOf(fan, live.getLiveUrl, params)
    expect(await playlist?.text()).toContain('live-sound.m3u8')
  }, soon)
  const { room } = await event()
  path = `/community/${room.id}/event/${params.id}`
}, 120_000)
afterAll(() => encoder?.cut())

/** Opens the stream; `lists` are the qualities of the playlists that were read, the last one last. */
async function open(viewport = PHONE, before: (page: Page) => Promise<unknown> = async () => {}) {
  const context = await openContext(own.browser, { viewport })
  const opened = await openPage(context)
  const { page } = opened
  const lists: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/live-(\w+)\.m3u8/.exec(request.url()) ?? []
    if (name) lists.push(name)
  })
  await before(page)
  await letIn(page, own.room.site, 'fan@example.com')
  await page.goto(own.room.site + path)
  await moves(page)
  const settings = page.getByRole('dialog', { name: '再生の設定' })
  return {
    ...{ ...opened, lists, settings },
    choice: (name: string | RegExp) => settings.getByRole('radio', { name, exact: true }),
    async openSettings() {
      await page.locator('video').hover()
      await press(page, '再生の設定')
      await settings.waitFor()
    },
    reads: (name: string) => expect.poll(() => lists.at(-1), soon).toBe(name),
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Waits until playback advances, from wherever a change of quality begins. */
async function moves(page: Page) {
  await page.locator('video').waitFor()
  for (let n = 0; n < 2; n++)
    await page
      .locator('video')
      .evaluate(
        (video) =>
          new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true })),
      )
}
const isBlind = (page: Page) =>
  page.locator('video').evaluate((video) => (video as unknown as HTMLVideoElement).videoWidth === 0)

it.each(SCREENS)(
  'player names the qualities, and plays the chosen one, on %s',
  async (_, viewport) => {
    const { page, choice, settings, openSettings, reads, complaints } = await open(viewport)
    await openSettings()
    const names = await settings
      .getByRole('radiogroup', { name: /画質/ })
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent))
    expect(names.map((name) => name?.replace(/（.*/, ''))).toEqual([
      ...['自動', '360p', '240p', '120p', '音声のみ'],
    ])
    expect(await choice(/^自動/).isChecked()).toBe(true)
    expect(await axeFinds(page)).toEqual([])
    for (const height of ['120', '240']) {
      await settings.getByText(`${height}p`, { exact: true }).click()
      await reads(height)
      expect(await choice(`${height}p`).isChecked()).toBe(true)
    }
    await settings.getByText('360p', { exact: true }).click()
    await reads('source')
    await press(page, '閉じる')
    await moves(page)
    expect(complaints).toEqual([])
  },
)

it('player plays the sound alone after one tap, and the picture again after another', async () => {
  const { page, lists, reads, openSettings, choice, complaints } = await open()
  await page.locator('video').hover()
  await press(page, '音声のみにする')
  await reads('sound')
  await page.getByText('音声のみで再生しています').waitFor()
  await moves(page)
  expect(await isBlind(page)).toBe(true)
  await openSettings()
  expect(await choice('音声のみ').isChecked()).toBe(true)
  await press(page, '閉じる')
  lists.length = 0
  await page.locator('video').hover()
  await press(page, '映像に戻す')
  await expect.poll(() => lists.length, soon).toBeGreaterThan(0)
  await expect.poll(() => isBlind(page), soon).toBe(false)
  await moves(page)
  expect(lists.at(-1)).not.toBe('sound')
  expect(complaints).toEqual([])
})

it('player begins with the smallest picture for who saves data', async () => {
  const { lists, openSettings, choice } = await open(PHONE, (fresh) =>
    fresh.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    }),
  )
  expect(new Set(lists)).toEqual(new Set(['120']))
  await openSettings()
  expect(await choice('120p').isChecked()).toBe(true)
})

it('player without Media Source Extensions lets the viewer choose, too', async () => {
  const { page, lists, settings, openSettings, choice } = await open(PHONE, (fresh) =>
    fresh.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        delete (window as unknown as Record<string, unknown>)[name]
    }),
  )
  await openSettings()
  expect(await choice('自動').isChecked()).toBe(true)
  expect(await settings.getByRole('radiogroup', { name: /遅延/ }).count()).toBe(0)
  lists.length = 0
  await settings.getByText('120p', { exact: true }).click()
  await expect
    .poll(
      () => page.locator('video').evaluate((video) => (video as unknown as HTMLVideoElement).src),
      soon,
    )
    .toContain('live-120.m3u8')
  await settings.getByText('音声のみ', { exact: true }).click()
  await press(page, '閉じる')
  await page.getByText('音声のみで再生しています').waitFor()
  await moves(page)
})
