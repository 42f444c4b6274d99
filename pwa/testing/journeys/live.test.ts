import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { streams } from '#contract/streams.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../api.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../browser.ts'
import { ownSite } from '../own-site.ts'
import { lookAt, waitForSign } from '../picture.ts'

const site = ownSite()

async function open(
  email: string,
  path: string,
  viewport = DESKTOP,
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await openContext(site.browser, {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const opened = await openPage(context)
  await before(opened.page)
  await letIn(opened.page, site.server.url, email)
  await opened.page.goto(site.server.url + path)
  return opened
}

/** A coming event of the owner's that the fan holds a ticket to. */
async function comingEvent() {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  const event = items.find(
    ({ publishment_flg, archive_days, room }) =>
      publishment_flg === 0 && archive_days > 0 && room.id === 'aoi',
  )!
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { stream_key } = await owner(streams.getIngest, { params: { id: event.id } })
  return { path: `/community/aoi/event/${event.id}`, stream_key }
}

function encode(key: string, sign: 'red' | 'green') {
  const encoder = startEncoder(`${site.server.rtmp}/${key}`, { sign })
  onTestFinished(() => encoder.cut())
  return encoder
}

/** The picture goes on, and what moves in it moves. */
async function seeMotion(page: Page) {
  const before = (await lookAt(page))!
  await page.waitForFunction(
    (at) => (document.querySelector('video')?.currentTime ?? 0) > at + 1,
    before.at,
  )
  const after = (await lookAt(page))!
  expect(after.right).not.toEqual(before.right)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

it('carries a stream from the owner’s encoder to a fan’s screen, through a drop, into the archive', {
  tags: 'full',
}, async () => {
  const { path, stream_key } = await comingEvent()
  const owner = await open('owner@example.com', path, PHONE)
  const fan = await open('fan@example.com', path)
  await fan.page.getByText('配信開始までしばらくお待ちください。').waitFor()
  await fan.page.getByText(/^開始まであと/).waitFor()

  const desk = owner.page.getByRole('region', { name: '配信デスク' })
  await desk.getByText('待機中').waitFor()
  expect(await desk.textContent()).not.toContain(stream_key)
  await press(owner.page, 'ストリームキーを表示')
  await desk.getByText(stream_key, { exact: true }).waitFor()
  await press(owner.page, 'ストリームキーをコピー')
  const copied = () => owner.page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(stream_key)
  const begin = owner.page.getByRole('button', { name: '配信を開始する', exact: true })
  expect(await begin.isDisabled()).toBe(true)

  const first = encode(stream_key, 'red')
  await desk.getByText('プレビュー', { exact: true }).waitFor()
  await waitForSign(owner.page, 'red')
  await seeMotion(owner.page)
  await desk.getByText(/320×180・20fps/).waitFor()
  expect(await lookAt(fan.page)).toBeNull()
  expect(await axeFinds(owner.page)).toEqual([])

  await begin.click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: '配信を開始する' }).click()
  await waitForSign(fan.page, 'red')
  await seeMotion(fan.page)
  await fan.page.getByText('配信中').first().waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  const isMuted = () => fan.page.locator('video').evaluate((film: HTMLVideoElement) => film.muted)
  expect(await isMuted()).toBe(true)
  await press(fan.page, 'タップして音声をオン')
  await expect.poll(isMuted).toBe(false)
  await fan.page.keyboard.press('m')
  await expect.poll(isMuted).toBe(true)

  await first.cut()
  await fan.page.getByText('配信が一時中断しています').waitFor()
  await desk.getByText('中断中').waitFor()
  encode(stream_key, 'green')
  await waitForSign(fan.page, 'green')
  await seeMotion(fan.page)
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })

  await press(owner.page, 'すべて終了する')
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'すべて終了する' }).click()
  await fan.page.getByText('このイベントは終了しました。').waitFor()
  await press(fan.page, '見逃し配信を見る')
  await waitForSign(fan.page, 'red')
  await seeMotion(fan.page)
  const slider = fan.page.getByRole('slider', { name: '再生位置' })
  const gap = fan.page.getByRole('listitem').filter({ hasText: '配信の中断' })
  const words = await gap.innerText()
  expect(words).toMatch(/^0:\d\d 配信の中断（約\d+秒）$/)
  const described = () => slider.evaluate(({ ariaDescribedByElements: by }) => by?.[0]?.textContent)
  await expect.poll(described).toBe(words)
  await press(fan.page, '一時停止')
  await slider.fill(`${Number(words.slice(2, 4))}`)
  const near = words.replace(/^\S+ /, '、')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(near)
  expect(await axeFinds(fan.page)).toEqual([])
  await press(fan.page, '再生')
  await waitForSign(fan.page, 'green')

  // Where the browser plays HLS by itself it says nothing of what the playlist holds.
  const other = await open('fan@example.com', path, DESKTOP, (fresh) =>
    fresh.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        delete (window as unknown as Record<string, unknown>)[name]
    }),
  )
  await waitForSign(other.page, 'red')
  expect(await gap.innerText()).toBe(words)
  const alike = other.page.getByRole('listitem').filter({ hasText: '配信の中断' })
  expect(await alike.innerText()).toBe(words)
  expect(other.complaints).toEqual([])
  expect(fan.complaints).toEqual([])
  expect(owner.complaints).toEqual([])
})
