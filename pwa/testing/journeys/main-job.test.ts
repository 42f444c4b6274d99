import type { BrowserContext, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { type Event, events } from '#contract/events/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../api.ts'
import { DESKTOP, letIn, openContext, openPage } from '../browser.ts'
import { answerBank, CARDS, pay, typeCard } from '../checkout-form.ts'
import { waitForTickets } from '../device.ts'
import { ownSite } from '../own-site.ts'
import { openPhone, type Phone } from '../phone.ts'
import { lookAt, waitForSign } from '../picture.ts'

const site = ownSite()

/** An upcoming paid event of `aoi`, and its stream key. */
async function comingEvent() {
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const { items } = await guest(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const event = items.find(
    ({ amount, remaining, live_talk, archive_days }) =>
      amount > 0 && remaining > 0 && live_talk === 1 && archive_days > 0,
  )!
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { stream_key } = await owner(streams.getIngest, { params: { id: event.id } })
  return { event, stream_key }
}

async function openAs(email: string, path: string) {
  const context = await openContext(site.browser, { viewport: DESKTOP, serviceWorkers: 'allow' })
  const { page } = await openPage(context)
  await letIn(page, site.server.url, email)
  await page.goto(site.server.url + path)
  return page
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()
const confirmed = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** Waits until playback advances and the picture moves. */
async function expectMotion(page: Page) {
  const before = (await lookAt(page))!
  await page.waitForFunction(
    (at) => (document.querySelector('video')?.currentTime ?? 0) > at + 1,
    before.at,
  )
  expect((await lookAt(page))!.right).not.toEqual(before.right)
}

/** From a visitor without access to a ticket holder. */
async function comeIn(page: Page, event: Event) {
  await page.goto(`${site.server.url}/community/aoi`)
  await button(page, '参加する').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '登録済みの方（ログイン）' }).click()
  await sheet.getByLabel('メールアドレス').fill('guest@example.com')
  await sheet.getByLabel('パスワード', { exact: true }).fill('password')
  await sheet.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByLabel('カード番号').waitFor()
  await typeCard(page, CARDS.challenged)
  await pay(page)
  await answerBank(page, '認証する')
  await page.getByRole('heading', { name: /ようこそ、/ }).waitFor()
  await button(page, 'ルームへ戻る').click()
  await page.getByText('参加中', { exact: true }).waitFor()

  await page.goto(`${site.server.url}/community/aoi/event/${event.id}`)
  await button(page, 'チケットを購入する').click()
  await page.getByRole('dialog').getByText('•••• 3184').waitFor()
  await pay(page)
  await answerBank(page, '認証する')
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await button(page, 'イベントへ戻る').click()
  await page.getByText('配信開始までしばらくお待ちください。').waitFor()
}

/** Opens the ticket offline, from the home screen icon. */
async function showTicket(page: Page, event: Event) {
  await page.goto(`${site.server.url}/?source=pwa`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^チケット/ })
    .click()
  await page.getByRole('heading', { name: 'チケットボックス' }).waitFor()
  const title = event.title.slice(0, 6)
  await page.getByText(title).first().waitFor()
  await page.goto(`${site.server.url}/account/ticketbox/event/${event.id}`)
  await page.getByRole('article').getByText(title).first().waitFor()
  await page.getByText(/オフラインです/).waitFor()
}

/** The status that a browser without this login gets for the URL. */
async function refusedByOther(url: string) {
  const stranger: BrowserContext = await site.browser.newContext()
  const answer = await stranger.request.get(url)
  await stranger.close()
  return answer.status()
}

it('main job: a visitor joins, buys, watches a real stream, talks, sees the archive, and has the ticket offline', async () => {
  const { event, stream_key } = await comingEvent()
  const path = `/community/aoi/event/${event.id}`
  let phone: Phone = await openPhone()
  onTestFinished(() => phone.discard())
  const fan = phone.page
  await comeIn(fan, event)

  const owner = await openAs('owner@example.com', path)
  const encoder = startEncoder(`${site.server.rtmp}/${stream_key}`, { sign: 'red' })
  onTestFinished(() => encoder.cut())
  await waitForSign(owner, 'red')
  expect(await lookAt(fan)).toBeNull()
  const playlist = fan.waitForRequest(/\.m3u8/)
  await button(owner, '配信を開始する').click()
  await confirmed(owner, '配信を開始する')
  await waitForSign(fan, 'red')
  await expectMotion(fan)
  // The stage stays at the top of the phone.
  await fan.evaluate(() => window.scrollTo(0, 500))
  await expect.poll(async () => (await fan.locator('video').boundingBox())?.y).toBe(0)
  expect(await refusedByOther((await playlist).url())).toBe(403)

  const says = (page: Page, text: string) =>
    page.locator('[data-talk]').filter({ hasText: text }).waitFor()
  const field = fan.getByRole('textbox', { name: 'メッセージ' })
  await field.fill('はじめまして、聞こえています')
  await field.press('Enter')
  await says(owner, 'はじめまして、聞こえています')
  await owner.getByRole('textbox', { name: 'メッセージ' }).fill('ようこそ、いらっしゃい')
  await owner.getByRole('textbox', { name: 'メッセージ' }).press('Enter')
  await says(fan, 'ようこそ、いらっしゃい')

  await button(owner, 'すべて終了する').click()
  await confirmed(owner, 'すべて終了する')
  await fan.getByText('このイベントは終了しました。').waitFor()
  await button(fan, '見逃し配信を見る').click()
  await waitForSign(fan, 'red')
  await expectMotion(fan)
  await waitForTickets(fan)
  phone = await phone.restart()
  await site.server.kill()
  await phone.context.setOffline(true)
  await showTicket(phone.page, event)
})
