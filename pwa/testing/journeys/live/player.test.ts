// @module-tag full
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Event, events } from '#contract/events/calls.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { apiAs } from '../../api.ts'
import {
  axeFinds,
  DESKTOP,
  letIn,
  openContext,
  openPage,
  PHONE,
  sharedBrowser,
} from '../../browser.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'
let browser: Browser
let onAir: Event
let archived: Event
beforeAll(async () => {
  browser = await sharedBrowser()
  const call = await apiAs(siteUrl, FAN)
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  onAir = items.find(({ publishment_flg }) => publishment_flg === 1)!
  archived = items.find(({ archive }) => archive === 1)!
})

async function open(
  event: Event,
  viewport = DESKTOP,
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await openContext(browser, { viewport })
  const opened = await openPage(context)
  await before(opened.page)
  await letIn(opened.page, siteUrl, FAN)
  await opened.page.goto(`${siteUrl}/community/${event.room.id}/event/${event.id}`)
  await moves(opened.page)
  const settings = opened.page.getByRole('dialog', { name: '再生の設定' })
  const openSettings = async () => {
    await opened.page.locator('video').hover()
    await press(opened.page, '再生の設定')
    await settings.waitFor()
  }
  return { ...opened, settings, openSettings }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const film = <T>(page: Page, ask: (video: HTMLVideoElement) => T) =>
  page.locator('video').evaluate(ask as (video: SVGElement | HTMLElement) => T)
const place = (page: Page) => film(page, ({ currentTime }) => currentTime)

/** Waits until playback advances. */
async function moves(page: Page) {
  await page.locator('video').waitFor()
  const from = await place(page)
  await page.waitForFunction(
    (at) => (document.querySelector('video')?.currentTime ?? 0) > at + 0.5,
    from,
  )
}

/** Waits until the stream is long enough to fall behind; a stream that has just begun may restart once. */
async function hasRun(page: Page) {
  await page.waitForFunction(() => {
    const seekable = document.querySelector('video')?.seekable
    return seekable !== undefined && seekable.length > 0 && seekable.end(0) > 22
  })
}

describe('a live stream', () => {
  it('shows that there is one quality, and lets the viewer choose between short and steady delay', async () => {
    const { page, complaints, settings, openSettings } = await open(onAir, PHONE)
    // The update offer reads this attribute, so that it does not disturb.
    expect(await page.locator('[data-on-air]').count()).toBe(1)
    await hasRun(page)
    await openSettings()
    await settings.getByText(/^この配信の画質は\d+pの1種類です。$/).waitFor()
    expect(await settings.getByRole('radio', { name: '低遅延' }).isChecked()).toBe(true)
    expect(await axeFinds(page)).toEqual([])
    // The buffer ahead grows with the delay behind the live edge.
    const isAhead = (test: 'more' | 'less') =>
      page.waitForFunction(
        ([than, seconds]) => {
          const video = document.querySelector('video')!
          const { buffered, currentTime } = video
          const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0
          return than === 'more' ? ahead > seconds : ahead > 0 && ahead < seconds
        },
        [test, 10] as const,
      )
    await isAhead('less')
    await settings.getByText('安定', { exact: true }).click()
    await isAhead('more')
    await settings.getByText('低遅延', { exact: true }).click()
    await isAhead('less')
    await press(page, '閉じる')
    await settings.waitFor({ state: 'detached' })
    await moves(page)
    expect(complaints).toEqual([])
  })

  it('offers a jump to the live edge to a viewer who is behind', async () => {
    const { page } = await open(onAir)
    const back = page.getByRole('button', { name: 'ライブに戻る' })
    await hasRun(page)
    // Near the live edge no button shows, however long the start took.
    const offeredAtEnd = async () => {
      await film(page, (video) => {
        video.currentTime = Math.max(0, video.seekable.end(0) - 8)
      })
      await moves(page)
      return back.count()
    }
    await expect.poll(offeredAtEnd).toBe(0)
    const before = await place(page)
    await film(page, (video) => {
      video.currentTime -= 10
    })
    await page.locator('video').hover()
    await back.click()
    await page.waitForFunction(
      (at) => (document.querySelector('video')?.currentTime ?? 0) > at - 3,
      before,
    )
    await back.waitFor({ state: 'detached' })
    await moves(page)
  })

  it('offers no jump to the live edge before the first frame', async () => {
    const context = await openContext(browser, { viewport: DESKTOP })
    const { page } = await openPage(context)
    let lists = 0
    page.on('response', (response) => {
      if (/\/live\.m3u8/.test(response.url())) lists++
    })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/hls\/.*\.(m4s|mp4)/, async (route) => {
      await released
      await route.continue()
    })
    await letIn(page, siteUrl, FAN)
    await page.goto(`${siteUrl}/community/${onAir.room.id}/event/${onAir.id}`)
    const back = page.getByRole('button', { name: 'ライブに戻る' })
    // Each playlist moves the live edge.
    await expect.poll(() => lists).toBeGreaterThan(3)
    expect(await back.count()).toBe(0)
    release()
    await moves(page)
  })

  it('plays in the chosen quality, if there are several', async () => {
    const searches: string[] = []
    const { page, settings, openSettings } = await open(onAir, DESKTOP, (fresh) =>
      fresh.route(/\/live\.m3u8/, (route) => {
        const { search } = new URL(route.request().url())
        if (search) {
          searches.push(search)
          return route.continue()
        }
        const kind = 'CODECS="avc1.42c01e,mp4a.40.2"'
        return route.fulfill({
          contentType: 'application/vnd.apple.mpegurl',
          body: [
            '#EXTM3U',
            `#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=640x360,${kind}`,
            'live.m3u8?v=360',
            `#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,${kind}`,
            'live.m3u8?v=720',
            '',
          ].join('\n'),
        })
      }),
    )
    await openSettings()
    const choice = (name: string | RegExp) => settings.getByRole('radio', { name, exact: true })
    expect(await choice(/^自動（\d+p）$/).isChecked()).toBe(true)
    for (const lines of ['360', '720']) {
      searches.length = 0
      await settings.getByText(`${lines}p`, { exact: true }).click()
      await expect.poll(() => searches.at(-1)).toBe(`?v=${lines}`)
      expect(await choice(`${lines}p`).isChecked()).toBe(true)
    }
    await press(page, '閉じる')
    await moves(page)
  })

  it('supports fullscreen, picture-in-picture, wake lock and Media Session', async () => {
    const { page } = await open(onAir, DESKTOP, (fresh) =>
      fresh.addInitScript(() => {
        const locks = navigator.wakeLock
        const request = locks.request.bind(locks)
        const wakeLocks: string[] = []
        Object.assign(window, { wakeLocks })
        locks.request = (kind) => {
          wakeLocks.push(kind ?? 'screen')
          return request(kind)
        }
      }),
    )
    const wakeLocks = () =>
      page.evaluate(() => (window as unknown as { wakeLocks: string[] }).wakeLocks)
    await expect.poll(wakeLocks).toEqual(['screen'])
    const mediaMetadata = () =>
      page.evaluate(() => {
        const { title, artist } = navigator.mediaSession.metadata ?? {}
        return [title, artist]
      })
    await expect.poll(mediaMetadata).toEqual([onAir.title, onAir.room.title])
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.locator('video').hover()
    await press(page, '全画面で見る')
    await expect.poll(isFull).toBe(true)
    await page.keyboard.press('f')
    await expect.poll(isFull).toBe(false)
    const isPaused = () => film(page, ({ paused }) => paused)
    await page.locator('body').press('k')
    await expect.poll(isPaused).toBe(true)
    // Waits for React to show the pause: a second press before it would skip the wake lock's release.
    await page.getByRole('button', { name: '再生', exact: true }).waitFor({ state: 'attached' })
    await page.locator('body').press('k')
    await expect.poll(isPaused).toBe(false)
    await expect.poll(async () => (await wakeLocks()).length).toBe(2)
    const floating = () => page.evaluate(() => document.pictureInPictureElement !== null)
    await page.locator('video').hover()
    await press(page, '小さな画面で見る')
    await expect.poll(floating).toBe(true)
    await press(page, '小さな画面で見る')
    await expect.poll(floating).toBe(false)
    await moves(page)
  })

  it('plays from one stable URL with native HLS', async () => {
    const { page, settings, openSettings } = await open(onAir, PHONE, (fresh) =>
      fresh.addInitScript(() => {
        for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
          delete (window as unknown as Record<string, unknown>)[name]
      }),
    )
    const address = await film(page, ({ src }) => src)
    expect(address).toContain('/hls/view/')
    await openSettings()
    await settings.getByText('画質は、お使いのブラウザーが回線に合わせて選びます。').waitFor()
    await press(page, '閉じる')
    await moves(page)
    await moves(page)
    expect(await film(page, ({ src }) => src)).toBe(address)
  })

  it('shows the error while offline, and resumes on request', async () => {
    const { page } = await open(onAir)
    await page.route(/\/hls\//, (route) => route.abort())
    // Seeks beyond the buffer, which would play for a while.
    await film(page, (video) => {
      video.currentTime += 60
    })
    await page.getByRole('alert').getByText(UNREACHABLE).waitFor()
    await page.unroute(/\/hls\//)
    await press(page, 'もう一度試す')
    await moves(page)
  })
})

describe('an archive', () => {
  it('resumes at the last position and rate, and by keys', async () => {
    const { page, complaints, settings, openSettings } = await open(archived, PHONE)
    await openSettings()
    await settings.getByText('1.5×', { exact: true }).click()
    await expect.poll(() => film(page, ({ playbackRate }) => playbackRate)).toBe(1.5)
    expect(await axeFinds(page)).toEqual([])
    await press(page, '閉じる')
    const before = await place(page)
    await page.locator('body').press('ArrowRight')
    await expect.poll(() => place(page)).toBeGreaterThan(before + 9)
    const middle = Math.floor((await film(page, ({ duration }) => duration)) / 2)
    await page.getByRole('slider', { name: '再生位置' }).fill(String(middle))
    await page.waitForFunction(
      (at) => (document.querySelector('video')?.currentTime ?? 0) > at + 1,
      middle,
    )
    await page.reload()
    await moves(page)
    const after = await place(page)
    // Positions are stored by the second at `timeupdate`: the newest may not be stored yet.
    expect(after).toBeGreaterThanOrEqual(middle)
    expect(after).toBeLessThan(middle + 30)
    expect(complaints).toEqual([])
  })
})
