// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { live } from '#contract/live/calls.ts'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { streams } from '#contract/streams/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
async function open(email: string, path: string, viewport = PHONE) {
  const opened = await openAs(site, email, path, viewport)
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return opened
}

/** An upcoming event of the owner that the fan has a ticket to. */
async function comingEvent() {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  return items.find(
    ({ publishment_flg, archive_days, live_talk, room }) =>
      publishment_flg === 0 && archive_days > 0 && live_talk === 1 && room.id === 'aoi',
  )!
}
/** The live event, with talk. */
async function eventOnAir() {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  return items.find(({ publishment_flg, live_talk }) => publishment_flg === 1 && live_talk === 1)!
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Presses a button with a confirmation: first cancels it, then confirms. */
async function confirm(page: Page, name: string, answer = name) {
  const question = page.getByRole('alertdialog')
  await button(page, name).click()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await question.waitFor({ state: 'detached' })
  await button(page, name).click()
  await question.getByRole('button', { name: answer, exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

it('guides an owner through a stream on a phone: key, preview, start, end, resume, final end', async () => {
  const { id } = await comingEvent()
  const path = `/community/aoi/event/${id}`
  const call = await apiAs(site.server.url, 'owner@example.com')
  const keyNow = async () => (await call(streams.getIngest, { params: { id } })).stream_key
  const { page, complaints } = await open('owner@example.com', path)
  const studio = page.getByRole('region', { name: '配信デスク' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await studio.getByText('待機中').waitFor()

  const first = await keyNow()
  await button(page, 'サーバーをコピー').click()
  await expect.poll(async () => `${await copied()}/`).toContain(site.server.rtmp)
  await button(page, 'ストリームキーを表示').click()
  await studio.getByText(first, { exact: true }).waitFor()
  await studio.getByText(first, { exact: true }).scrollIntoViewIfNeeded()
  await button(page, 'ストリームキーを隠す').click()
  expect(await studio.textContent()).not.toContain(first)
  await confirm(page, 'ストリームキーを作り直す', '作り直す')
  await expect.poll(keyNow).not.toBe(first)
  await button(page, 'ストリームキーをコピー').click()
  await expect.poll(copied).toBe(await keyNow())
  expect(await axeFinds(page)).toEqual([])

  const encoder = startEncoder(`${site.server.rtmp}/${await keyNow()}`, {
    keyframeS: 6,
    silent: true,
  })
  onTestFinished(() => encoder.cut())
  await studio.getByText('プレビュー', { exact: true }).waitFor()
  await studio.getByText(/キーフレーム間隔が長すぎます/).waitFor()
  await studio.getByText('音声が届いていません。').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await studio.scrollIntoViewIfNeeded()

  await confirm(page, '配信を開始する')
  await studio.getByText('チケットをお持ちの方に映像が届いています。').waitFor()
  const fan = await open('fan@example.com', path, DESKTOP)
  await fan.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await studio.getByText('視聴中 1人').waitFor()
  expect(await axeFinds(page)).toEqual([])

  await confirm(page, '配信を終了し、トークを続ける')
  await studio.getByText('配信終了・トーク中').waitFor()
  const again = startEncoder(`${site.server.rtmp}/${await keyNow()}`)
  onTestFinished(() => again.cut())
  await expect.poll(() => button(page, '配信を再開する').isEnabled()).toBe(true)
  // In the studio and above the player: the preview of the new stream, not the archive.
  await expect.poll(() => page.getByText('プレビュー', { exact: true }).count()).toBe(2)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await confirm(page, '配信を再開する')
  await studio.getByText('チケットをお持ちの方に映像が届いています。').waitFor()
  await confirm(page, 'すべて終了する')
  // The last possible step is to delete the archive.
  await studio.getByText('このイベントは終了しました。').waitFor()
  await studio.getByRole('button', { name: '見逃し配信を削除する' }).waitFor()
  const { publishment_flg } = await call(events.getEvent, { params: { id } })
  expect(publishment_flg).toBe(3)
  expect(complaints).toEqual([])
})

it('lets an owner moderate the talk with one hand', async () => {
  const fanCall = await apiAs(site.server.url, 'fan@example.com')
  const event = await eventOnAir()
  const params = { id: event.id }
  await fanCall(live.postTalk, { params, body: { message: '荒らしの言葉' } })
  const { page, complaints } = await open(
    'owner@example.com',
    `/community/${event.room.id}/event/${event.id}`,
  )
  await button(page, 'トークを開く').click()
  const panel = page.getByRole('region', { name: 'トーク' })
  const line = panel.locator('[data-talk]').filter({ hasText: '荒らしの言葉' })
  const choose = async (what: string) => {
    await line.click()
    await line.getByRole('button', { name: /操作/ }).click()
    const item = page.getByRole('menuitem', { name: what })
    expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await item.click()
  }
  await choose('この人を退場させる')
  await page.getByRole('alertdialog').getByRole('button', { name: '退場させる' }).click()
  await choose('削除')
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await line.waitFor({ state: 'detached' })
  await button(page, 'トークの設定').click()
  const settings = page.getByRole('dialog', { name: 'トークの設定' })
  await settings.getByLabel('スローモード').selectOption('300')
  await settings.getByLabel('NGワード').fill('荒らし\nネタバレ')
  await settings.getByRole('button', { name: '解除' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await settings.getByRole('button', { name: '解除' }).click()
  await settings.getByRole('button', { name: '解除' }).waitFor({ state: 'detached' })
  await settings.getByRole('button', { name: '保存する' }).click()
  await settings.waitFor({ state: 'detached' })
  await expect(
    fanCall(live.postTalk, { params, body: { message: '荒ら・し' } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    fanCall(live.postTalk, { params, body: { message: 'ふつうの言葉' } }),
  ).rejects.toMatchObject({ status: 429 })
  expect(complaints).toEqual([])
})

it('lets a viewer report a message, and keeps the report’s text while offline', async () => {
  const call = await apiAs(site.server.url, 'owner@example.com')
  const event = await eventOnAir()
  await call(live.postTalk, { params: { id: event.id }, body: { message: '通報される言葉' } })
  const { page } = await open('fan@example.com', `/community/${event.room.id}/event/${event.id}`)
  const line = page.locator('[data-talk]').filter({ hasText: '通報される言葉' })
  await line.click()
  await line.getByRole('button', { name: /操作/ }).click()
  await page.getByRole('menuitem', { name: '通報' }).click()
  const sheet = page.getByRole('dialog', { name: '通報する' })
  const send = sheet.getByRole('button', { name: '通報する' })
  await sheet.getByText('通報される言葉').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await sheet.getByText('その他', { exact: true }).click()
  expect(await send.isDisabled()).toBe(true)
  await sheet.getByLabel('くわしい内容').fill('個人を傷つける内容です')
  expect(await axeFinds(page)).toEqual([])
  await page.context().setOffline(true)
  await send.click()
  await sheet
    .getByRole('alert')
    .getByText(/通信できませんでした/)
    .waitFor()
  expect(await sheet.getByLabel('くわしい内容').inputValue()).toBe('個人を傷つける内容です')
  await page.context().setOffline(false)
  await send.click()
  await sheet.getByText('通報を受け付けました。運営が内容を確認します。').waitFor()
  await sheet.getByRole('button', { name: '閉じる' }).last().click()
  await sheet.waitFor({ state: 'detached' })
})

it('lets the owner slow the talk down, ban a viewer with a reason shown to them, and lift the ban', async () => {
  const event = await eventOnAir()
  const host = await apiAs(site.server.url, 'owner@example.com')
  const body = { slow_seconds: 0, ng_words: [] }
  await host(live.putTalkSetting, { params: { id: event.id }, body })
  const path = `/community/${event.room.id}/event/${event.id}`
  const [fan, owner] = await Promise.all([
    open('fan@example.com', path, DESKTOP),
    open('owner@example.com', path, DESKTOP),
  ])
  const panelOf = (page: Page) => page.getByRole('region', { name: 'トーク' })
  const field = panelOf(fan.page).getByRole('textbox', { name: 'メッセージ' })
  const post = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  await post('きょうは騒ぐ')
  const line = panelOf(owner.page).locator('[data-talk]').filter({ hasText: 'きょうは騒ぐ' })
  await line.click()
  await line.getByRole('button', { name: /操作/ }).click()
  await owner.page.getByRole('menuitem', { name: 'この人を退場させる' }).click()
  const question = owner.page.getByRole('alertdialog')
  await question.getByText(/映像とトークを見られなくなります/).waitFor()
  await question.getByRole('button', { name: '退場させる' }).click()
  await fan.page.getByText(WATCHING_BANNED).waitFor()
  await panelOf(fan.page).waitFor({ state: 'detached' })
  expect(await fan.page.locator('video').count()).toBe(0)
  expect(await axeFinds(fan.page)).toEqual([])

  await button(owner.page, 'トークの設定').click()
  const settings = owner.page.getByRole('dialog', { name: 'トークの設定' })
  await settings.getByRole('button', { name: '解除' }).click()
  await settings.getByLabel('スローモード').selectOption('30')
  await settings.getByRole('button', { name: '保存する' }).click()
  await settings.waitFor({ state: 'detached' })
  await fan.page.reload()
  await post('ただいま')
  await fan.page
    .getByText(/^スローモード中です。30秒に1回まで送信できます。あと\d+秒お待ちください。$/)
    .last()
    .waitFor()
})
