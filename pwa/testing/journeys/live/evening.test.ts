// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { CARDS, pay, typeCard } from '../../checkout-form.ts'
import { sellEvent } from '../../on-sale.ts'
import { ownSite } from '../../own-site.ts'
import { clockIn, waitForSign } from '../../picture.ts'

const site = ownSite()
const SYNCED_MS = 500
const LINES = 10
/** Seconds of the picture between two of them. */
const LINE_EVERY_S = 2

async function open(email: string, path: string, viewport: typeof PHONE) {
  const context = await openContext(site.browser, { viewport })
  const opened = await openPage(context)
  await letIn(opened.page, site.server.url, email)
  await opened.page.goto(site.server.url + path)
  return opened
}

/** Opens the event on a phone and buys its ticket; who is not in the room joins with it. */
async function buy(email: string, path: string) {
  const opened = await open(email, path, PHONE)
  const { page } = opened
  await page.getByRole('button', { name: /^(参加して|チケットを)購入する$/ }).click()
  const saved = page.getByText('•••• 4242')
  await saved.or(page.getByLabel('カード番号')).first().waitFor()
  if (!(await saved.isVisible())) await typeCard(page, CARDS.good)
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('button', { name: 'イベントへ戻る' }).click()
  await page.getByText('配信開始までしばらくお待ちください。').waitFor()
  return opened
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
const panelOf = (page: Page) => page.locator('section[aria-label="トーク"]')
const lineIn = (page: Page, text: string) =>
  panelOf(page).locator('[data-talk]').filter({ hasText: text })

async function say(page: Page, text: string) {
  const field = panelOf(page).getByRole('textbox', { name: 'メッセージ' })
  await field.fill(text)
  await field.press('Enter')
}

async function choose(page: Page, text: string, item: string) {
  await lineIn(page, text).hover()
  await lineIn(page, text).getByRole('button', { name: /操作/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function slide(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  const box = (await button.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 20, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width, y, { steps: 8 })
  await page.mouse.up()
}

/** Says a line every few seconds of the picture; returns these lines, with their instants. */
async function talkAlong(page: Page, id: string): Promise<TalkMessage[]> {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const params = { id }
  const lines: TalkMessage[] = []
  for (let n = 1; n <= LINES; n++) {
    lines.push(await call(live.postTalk, { params, body: { message: `${n}枚目の写真です` } }))
    const at = await page.evaluate(() => document.querySelector('video')!.currentTime)
    await page.waitForFunction(
      (to) => document.querySelector('video')!.currentTime > to,
      at + LINE_EVERY_S,
    )
  }
  return lines
}

it('an evening: two phones, a desktop and an encoder, from the first lights to the replay in sync', async () => {
  const { id, path } = await sellEvent(site.server.url, {
    ...{ title: '灯りの朗読', live_talk: 1, archive_days: 7 },
    start: new Date(Date.now() + 60_000).toISOString(),
    end: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { stream_key } = await owner(streams.getIngest, { params: { id } })
  const desk = await open('owner@example.com', path, DESKTOP)
  const fan = await buy('fan@example.com', path)
  const guest = await buy('guest@example.com', path)
  const viewers = [fan.page, guest.page]

  const encoder = startEncoder(`${site.server.rtmp}/${stream_key}`, { sign: 'red', clock: true })
  onTestFinished(() => encoder.cut())
  await waitForSign(desk.page, 'red')
  await press(desk.page, '配信を開始する')
  await desk.page.getByRole('alertdialog').getByRole('button', { name: '配信を開始する' }).click()
  for (const page of viewers) await waitForSign(page, 'red')

  await say(fan.page, 'こんばんは、聞こえています')
  await lineIn(guest.page, 'こんばんは、聞こえています').waitFor()
  await press(guest.page, '灯りをともす')
  await panelOf(desk.page)
    .getByText(/灯りのともった窓：\d+のうち[1-9]/)
    .waitFor()

  await panelOf(guest.page).getByRole('button', { name: '質問', exact: true }).click()
  await say(guest.page, '次はいつですか')
  await panelOf(desk.page)
    .getByRole('button', { name: /^質問 ?1/ })
    .click()
  const sheet = desk.page.getByRole('dialog', { name: '質問' })
  await sheet.getByRole('button', { name: '回答済みにする' }).click()
  await sheet.getByRole('button', { name: '閉じる' }).click()
  for (const page of viewers) await lineIn(page, '次はいつですか').getByText('回答済み').waitFor()
  await choose(desk.page, '次はいつですか', '返信')
  await say(desk.page, '来月の十日です')
  await choose(desk.page, '来月の十日です', 'ピン留め')
  for (const page of viewers) {
    const pinned = page.getByRole('region', { name: 'ピン留めされた書き込み' })
    await pinned.getByText('来月の十日です').waitFor()
  }

  const lines = await talkAlong(fan.page, id)
  for (const page of [...viewers, desk.page]) {
    await lineIn(page, `${LINES}枚目の写真です`).waitFor({ state: 'attached' })
    expect(await axeFinds(page)).toEqual([])
  }
  await slide(desk.page, 'すべて終了する')
  for (const page of viewers) await page.getByText('このイベントは終了しました。').waitFor()
  await encoder.stop()

  const captions = Buffer.from('WEBVTT\n\n00:01.000 --> 00:59.000\n灯りがともりました')
  const file = { name: 'ja.vtt', mimeType: 'text/vtt', buffer: captions }
  await desk.page.getByLabel('字幕ファイル').setInputFiles(file)
  await desk.page.getByRole('button', { name: '日本語の字幕を削除' }).waitFor()

  await press(guest.page, '見逃し配信を見る')
  await waitForSign(guest.page, 'red')
  await expectInSync(guest.page, lines, await encoder.startedAt)
  await press(guest.page, '再生の設定')
  const settings = guest.page.getByRole('dialog', { name: '再生の設定' })
  await settings.getByRole('radiogroup', { name: /字幕/ }).getByText('日本語').click()
  await settings.getByRole('button', { name: '閉じる' }).click()
  await guest.page.getByText('灯りがともりました').waitFor()
  for (const { complaints } of [desk, fan, guest]) expect(complaints).toEqual([])
})

/** Jumps ten times in the archive: its newest line is the last one of when that picture was sent. */
async function expectInSync(page: Page, lines: TalkMessage[], startedAt: number) {
  const slider = page.getByRole('slider', { name: '再生位置' })
  const length = Math.floor(Number(await slider.getAttribute('max')))
  expect(length).toBeGreaterThan(LINES * LINE_EVERY_S)
  await page.evaluate(() => document.querySelector('video')!.pause())
  const lastUntil = (instant: number) =>
    lines.findLast(({ created_at }) => Date.parse(created_at) <= instant)?.id ?? null
  /** What is shown after a jump, and what was said by the time of that picture, give or take. */
  const look = async () => {
    const sentAt = startedAt + ((await clockIn(page)) ?? Number.NaN) * 1_000
    const rows = panelOf(page).locator('[data-talk]', { hasText: '枚目の写真です' })
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-talk')))
    const expected = [-SYNCED_MS, 0, SYNCED_MS].map((by) => lastUntil(sentAt + by))
    return { shown: ids.at(-1) ?? null, expected }
  }
  for (let n = 0; n < 10; n++) {
    const to = length - 1 - ((n * 7) % (LINES * LINE_EVERY_S))
    await slider.fill(`${to}`)
    await page.waitForFunction((at) => {
      const { seeking, currentTime } = document.querySelector('video')!
      return !seeking && Math.abs(currentTime - at) < 1
    }, to)
    const isInSync = async () => {
      const { shown, expected } = await look()
      return expected.includes(shown)
    }
    await expect.poll(isInSync, { message: `at ${to} s` }).toBe(true)
  }
}
