// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { PICTURE_NONE } from '#contract/streams/messages.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { ownLiveSite } from '../../own-site.ts'
import { waitForSign } from '../../picture.ts'

const own = ownLiveSite()

async function open(email: string, id: string, viewport = DESKTOP) {
  const context = await openContext(own.browser, { viewport })
  const { page } = await openPage(context)
  await letIn(page, own.room.site, email)
  await page.goto(`${own.room.site}/community/aoi/event/${id}`)
  await page.evaluate(() => Object.assign(window, { isUntouched: true }))
  return page
}
const expectMotion = async (page: Page) => {
  const at = await page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
  await page.waitForFunction(
    (from) => (document.querySelector('video')?.currentTime ?? 0) > from + 1,
    at,
  )
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

it('shows a sound-only stream, then its video, and a stream resumed after its end, without a reload', async () => {
  const event = await own.room.comingEvent()
  const { id } = event.params
  const { stream_key } = await event.ingest()
  const blind = own.room.encode(stream_key, { blind: true })
  const owner = await open('owner@example.com', id, PHONE)
  const fan = await open('fan@example.com', id)
  const studio = owner.getByRole('region', { name: '配信デスク' })
  await studio.getByText(/^音声が届いています。/).waitFor()
  await studio.getByText(PICTURE_NONE).waitFor()
  await press(owner, '配信を開始する')
  await confirm(owner, '配信を開始する')
  await fan.getByText('音声のみの配信です').waitFor()
  await expectMotion(fan)
  expect(await axeFinds(fan)).toEqual([])
  expect(await axeFinds(owner)).toEqual([])

  await blind.stop()
  const first = own.room.encode(stream_key, { sign: 'red' })
  await waitForSign(fan, 'red')
  await fan.getByText('音声のみの配信です').waitFor({ state: 'detached' })
  await expectMotion(fan)

  await press(owner, '配信を終了し、トークを続ける')
  await confirm(owner, '配信を終了し、トークを続ける')
  await fan.getByRole('button', { name: '見逃し配信を見る' }).waitFor()
  await first.ended
  own.room.encode(stream_key, { sign: 'green' })
  await vi.waitFor(async () => expect(await event.state()).toBe('preview'))
  await press(owner, '配信を再開する')
  await confirm(owner, '配信を再開する')
  await waitForSign(fan, 'green')
  await expectMotion(fan)
  expect(await fan.evaluate(() => 'isUntouched' in window)).toBe(true)

  await press(owner, 'すべて終了する')
  await confirm(owner, 'すべて終了する')
  const archive = await vi.waitFor(async () => {
    const playlist = await own.room.playlistOf(event.fan, live.getArchiveUrl, event.params)
    expect(playlist).not.toBeNull()
    return playlist!
  })
  const inits = new Set((await archive.text()).match(/(?<=MAP:URI=")[^"]+/g))
  // Sound only, with video, and resumed after the end: three runs, each with a discontinuity.
  expect(inits.size).toBe(3)
  expect((await archive.text()).match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2)

  await press(fan, '見逃し配信を見る')
  await fan.getByText('音声のみの配信です').waitFor()
  await expectMotion(fan)
  await waitForSign(fan, 'red')
  await fan.getByText('音声のみの配信です').waitFor({ state: 'detached' })
  await waitForSign(fan, 'green')

  await studio.getByText('このイベントは終了しました。', { exact: false }).waitFor()
  await press(owner, '見逃し配信を削除する')
  await owner
    .getByRole('alertdialog')
    .getByText(/[1-9]名の方は/)
    .waitFor()
  expect(await axeFinds(owner)).toEqual([])
  await confirm(owner, '削除する')
  await studio.waitFor({ state: 'detached' })
  expect((await archive.get(archive.url)).status).toBe(404)
  await owner.getByText('オーナーにより終了しました').waitFor()
})
