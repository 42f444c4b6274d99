// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { ownSite } from '../../own-site.ts'
import { lookAt, waitForSign } from '../../picture.ts'

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

/** An upcoming event of the owner that the fan has a ticket to. */
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

/** Waits until playback advances and the picture moves. */
async function expectMotion(page: Page) {
  const before = (await lookAt(page))!
  await page.waitForFunction(
    (at) => (document.querySelector('video')?.currentTime ?? 0) > at + 1,
    before.at,
  )
  const after = (await lookAt(page))!
  expect(after.right).not.toEqual(before.right)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

it('delivers the owner’s stream to a fan’s screen, through an interruption, into the archive', async () => {
  const { path, stream_key } = await comingEvent()
  const owner = await open('owner@example.com', path, PHONE)
  const fan = await open('fan@example.com', path)
  await fan.page.getByText('配信開始までしばらくお待ちください。').waitFor()
  await fan.page
    .getByText(/^開始まであと/)
    .first()
    .waitFor()

  const studio = owner.page.getByRole('region', { name: '配信デスク' })
  await studio.getByText('待機中').waitFor()
  expect(await studio.textContent()).not.toContain(stream_key)
  await press(owner.page, 'ストリームキーを表示')
  await studio.getByText(stream_key, { exact: true }).waitFor()
  await press(owner.page, 'ストリームキーをコピー')
  const copied = () => owner.page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(stream_key)
  const begin = owner.page.getByRole('button', { name: '配信を開始する', exact: true })
  expect(await begin.isDisabled()).toBe(true)

  const first = encode(stream_key, 'red')
  await studio.getByText('プレビュー', { exact: true }).waitFor()
  await waitForSign(owner.page, 'red')
  await expectMotion(owner.page)
  await studio.getByText(/320×180・20fps/).waitFor()
  expect(await lookAt(fan.page)).toBeNull()
  expect(await axeFinds(owner.page)).toEqual([])

  await begin.click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: '配信を開始する' }).click()
  await waitForSign(fan.page, 'red')
  await expectMotion(fan.page)
  await fan.page.getByText('配信中').first().waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  const isMuted = () => fan.page.locator('video').evaluate((film: HTMLVideoElement) => film.muted)
  expect(await isMuted()).toBe(true)
  await press(fan.page, '音声をオンにする')
  await expect.poll(isMuted).toBe(false)
  await fan.page.keyboard.press('m')
  await expect.poll(isMuted).toBe(true)

  await first.cut()
  await fan.page.getByText('配信が一時中断しています').waitFor()
  await studio.getByText('中断中').waitFor()
  encode(stream_key, 'green')
  await waitForSign(fan.page, 'green')
  await expectMotion(fan.page)
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })

  await press(owner.page, 'すべて終了する')
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'すべて終了する' }).click()
  await fan.page.getByText('このイベントは終了しました。').waitFor()
  await press(fan.page, '見逃し配信を見る')
  await waitForSign(fan.page, 'red')
  await expectMotion(fan.page)
  const slider = fan.page.getByRole('slider', { name: '再生位置' })
  const gap = fan.page.getByRole('listitem').filter({ hasText: '配信の中断' })
  const label = await gap.innerText()
  expect(label).toMatch(/^0:\d\d 配信の中断（約\d+秒）$/)
  const described = () => slider.evaluate(({ ariaDescribedByElements: by }) => by?.[0]?.textContent)
  await expect.poll(described).toBe(label)
  await press(fan.page, '一時停止')
  await slider.fill(`${Number(label.slice(2, 4))}`)
  const near = label.replace(/^\S+ /, '、')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(near)
  expect(await axeFinds(fan.page)).toEqual([])
  await press(fan.page, '再生')
  await waitForSign(fan.page, 'green')

  // With native HLS, which does not expose the playlist, the gap shows all the same.
  const other = await open('fan@example.com', path, DESKTOP, (fresh) =>
    fresh.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        delete (window as unknown as Record<string, unknown>)[name]
    }),
  )
  await waitForSign(other.page, 'red')
  expect(await gap.innerText()).toBe(label)
  const alike = other.page.getByRole('listitem').filter({ hasText: '配信の中断' })
  expect(await alike.innerText()).toBe(label)
  expect(other.complaints).toEqual([])
  expect(fan.complaints).toEqual([])
  expect(owner.complaints).toEqual([])
})
