import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { live } from '#contract/live.ts'
import { WATCHING_BANNED } from '#contract/messages.ts'
import { streams } from '#contract/streams.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { apiAs } from '../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../browser.ts'
import { openAs, ownSite } from '../own-site.ts'

const site = ownSite()
async function open(email: string, path: string, viewport = PHONE) {
  const opened = await openAs(site, email, path, viewport)
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return opened
}

/** A coming event of the owner's that the fan holds a ticket to. */
async function comingEvent() {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  return items.find(
    ({ publishment_flg, archive_days, live_talk, room }) =>
      publishment_flg === 0 && archive_days > 0 && live_talk === 1 && room.id === 'aoi',
  )!
}
/** The one on air, with talk. */
async function eventOnAir() {
  const call = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  return items.find(({ publishment_flg, live_talk }) => publishment_flg === 1 && live_talk === 1)!
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Presses a button that asks first: once to think better of it, once to go on. */
async function confirm(page: Page, name: string, answer = name) {
  const asked = page.getByRole('alertdialog')
  await button(page, name).click()
  await asked.getByRole('button', { name: 'キャンセル' }).click()
  await asked.waitFor({ state: 'detached' })
  await button(page, name).click()
  await asked.getByRole('button', { name: answer, exact: true }).click()
  await asked.waitFor({ state: 'detached' })
}

it('leads an owner through a stream on a phone: key, preview, on the air, off it, on again, to the end', {
  tags: 'full',
}, async () => {
  const { id } = await comingEvent()
  const path = `/community/aoi/event/${id}`
  const call = await apiAs(site.server.url, 'owner@example.com')
  const keyNow = async () => (await call(streams.getIngest, { params: { id } })).stream_key
  const { page, complaints } = await open('owner@example.com', path)
  const desk = page.getByRole('region', { name: '配信デスク' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await desk.getByText('待機中').waitFor()

  const first = await keyNow()
  await button(page, 'サーバーをコピー').click()
  await expect.poll(async () => `${await copied()}/`).toContain(site.server.rtmp)
  await button(page, 'ストリームキーを表示').click()
  await desk.getByText(first, { exact: true }).waitFor()
  await desk.getByText(first, { exact: true }).scrollIntoViewIfNeeded()
  await button(page, 'ストリームキーを隠す').click()
  expect(await desk.textContent()).not.toContain(first)
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
  await desk.getByText('プレビュー', { exact: true }).waitFor()
  await desk.getByText(/キーフレーム間隔が長すぎます/).waitFor()
  await desk.getByText('音声が届いていません。').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await desk.scrollIntoViewIfNeeded()

  await confirm(page, '配信を開始する')
  await desk.getByText('チケットをお持ちの方に映像が届いています。').waitFor()
  const fan = await open('fan@example.com', path, DESKTOP)
  await fan.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await desk.getByText('視聴中 1人').waitFor()
  expect(await axeFinds(page)).toEqual([])

  await confirm(page, '配信を終了し、トークを続ける')
  await desk.getByText('配信終了・トーク中').waitFor()
  const again = startEncoder(`${site.server.rtmp}/${await keyNow()}`)
  onTestFinished(() => again.cut())
  await expect.poll(() => button(page, '配信を再開する').isEnabled()).toBe(true)
  // On the desk, and over the picture: what would go on the air, and not what was.
  await expect.poll(() => page.getByText('プレビュー', { exact: true }).count()).toBe(2)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await confirm(page, '配信を再開する')
  await desk.getByText('チケットをお持ちの方に映像が届いています。').waitFor()
  await confirm(page, 'すべて終了する')
  // What is left to do is to take the recording back.
  await desk.getByText('このイベントは終了しました。').waitFor()
  await desk.getByRole('button', { name: '見逃し配信を削除する' }).waitFor()
  const { publishment_flg } = await call(events.getEvent, { params: { id } })
  expect(publishment_flg).toBe(3)
  expect(complaints).toEqual([])
})

it('lets an owner keep the talk in order with one hand', { tags: 'full' }, async () => {
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

it('lets a viewer report what somebody said, and keeps what was written while nothing can be reached', {
  tags: 'full',
}, async () => {
  const call = await apiAs(site.server.url, 'owner@example.com')
  const event = await eventOnAir()
  await call(live.postTalk, { params: { id: event.id }, body: { message: '通報される言葉' } })
  const { page } = await open('fan@example.com', `/community/${event.room.id}/event/${event.id}`)
  await button(page, 'トークを開く').click()
  const line = page.locator('[data-talk]').filter({ hasText: '通報される言葉' })
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

it('lets the owner slow talk down, send a person out and let them in again, and tells that person why', {
  tags: 'full',
}, async () => {
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
  const say = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  await say('きょうは騒ぐ')
  const line = panelOf(owner.page).locator('[data-talk]').filter({ hasText: 'きょうは騒ぐ' })
  await line.getByRole('button', { name: /操作/ }).click()
  await owner.page.getByRole('menuitem', { name: 'この人を退場させる' }).click()
  const asked = owner.page.getByRole('alertdialog')
  await asked.getByText(/映像とトークを見られなくなります/).waitFor()
  await asked.getByRole('button', { name: '退場させる' }).click()
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
  await say('ただいま')
  await fan.page
    .getByText(/^スローモード中です。30秒に1回まで送信できます。あと\d+秒お待ちください。$/)
    .last()
    .waitFor()
})
