// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { TICKET_NEEDED } from '#contract/live/messages.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { type HlsOrigin, startHlsOrigin } from '../../hls-origin.ts'
import { ownLiveSite } from '../../own-site.ts'
import { waitForSign } from '../../picture.ts'

let origin: HlsOrigin
const own = ownLiveSite(async () => {
  origin = await startHlsOrigin()
  return { LIVE: 'external', LIVE_ALLOW_HOSTS: origin.host }
})
afterAll(() => origin?.close())

async function open(email: string, id: string, viewport = DESKTOP) {
  const context = await openContext(own.browser, { viewport })
  const opened = await openPage(context)
  await letIn(opened.page, own.room.site, email)
  await opened.page.goto(`${own.room.site}/community/aoi/event/${id}`)
  await opened.page.evaluate(() => Object.assign(window, { isUntouched: true }))
  return opened
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const expectMotion = async (page: Page) => {
  const at = await page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
  await page.waitForFunction(
    (from) => (document.querySelector('video')?.currentTime ?? 0) > from + 1,
    at,
  )
}

it('shows an external stream to ticket holders, its interruption and its return', async () => {
  const { params } = await own.room.comingEvent()
  const owner = await open('owner@example.com', params.id, PHONE)
  const fan = await open('fan@example.com', params.id)
  await origin.send('night', 'red')
  const studio = owner.page.getByRole('region', { name: '配信デスク' })
  await studio.getByText('配信元で配信を始めると、ここで映像を確認できます。').waitFor()
  // A site without ingest and recordings: neither stream key nor storage is mentioned.
  expect(await studio.textContent()).not.toMatch(/ストリームキー|録画：|GB/)
  await studio
    .getByRole('textbox', { name: '配信のURL', exact: true })
    .fill(origin.playlist('night'))
  await press(owner.page, '配信元を保存する')
  await studio.getByText('プレビュー', { exact: true }).waitFor()
  await waitForSign(owner.page, 'red')
  expect(await axeFinds(owner.page)).toEqual([])
  expect(await fan.page.locator('video').count()).toBe(0)

  await press(owner.page, '配信を開始する')
  await owner.page.getByRole('alertdialog').getByRole('button', { name: '配信を開始する' }).click()
  await waitForSign(fan.page, 'red')
  await expectMotion(fan.page)

  const stranger = await open('guest@example.com', params.id)
  expect(await stranger.page.locator('video').count()).toBe(0)
  const token = await own.room.callerOf('guest')
  const response = await fetch(`${own.room.site}/api/application/live/${params.id}/url`, {
    headers: { authorization: `Bearer ${token.token()}` },
  })
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ message: TICKET_NEEDED })

  origin.fail()
  await origin.stop()
  await fan.page.getByText('配信が一時中断しています').waitFor()
  await studio.getByText('中断中').waitFor()
  await studio.getByText('配信元のURLを読み込めません', { exact: false }).waitFor()

  origin.mend()
  await origin.send('night', 'green')
  await waitForSign(fan.page, 'green')
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })
  await expectMotion(fan.page)
  await studio.getByText('配信中').first().waitFor()
  expect(await fan.page.evaluate(() => 'isUntouched' in window)).toBe(true)
})
