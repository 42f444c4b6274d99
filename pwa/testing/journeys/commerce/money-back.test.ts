// @module-tag full
import { expect, it, onTestFinished, vi } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, logIn, PHONE } from '../../browser.ts'
import { CARDS, pay, typeCard } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'
import { waitForSign } from '../../picture.ts'

const site = ownSite()

const open = (email: string, path: string, viewport = PHONE) => openAs(site, email, path, viewport)

/** Upcoming events of `aoi` on sale. */
async function onSale() {
  const fan = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await fan(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  return items.filter(({ can, amount }) => can.buy && amount > 0)
}

async function buy(eventId: string) {
  const { page } = await open('fan@example.com', `/community/aoi/event/${eventId}`)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
}

const latest = async () => {
  const fan = await apiAs(site.server.url, 'fan@example.com')
  return (await fan(orders.listPayments, { query: { limit: 1 } })).items[0]!
}

it('refunds one ticket on the owner’s request, and shows its holder the state of the money', async () => {
  const [event] = await onSale()
  await buy(event!.id)
  const { page, complaints } = await open('owner@example.com', '/dashboard/pastevent')
  await page.getByRole('button', { name: new RegExp(event!.title) }).click()
  const sheet = page.getByRole('dialog', { name: event!.title })
  const row = sheet.getByRole('listitem').filter({ hasText: '佐藤 千晴' }).first()
  await row.getByText('支払い済み').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole('button', { name: /の操作/ }).click()
  await page.getByRole('menuitem', { name: '返金する' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/あとから取り消すことはできません/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await row.getByRole('button', { name: /の操作/ }).click()
  await page.getByRole('menuitem', { name: '返金する' }).click()
  await question.getByRole('button', { name: '返金する' }).click()
  await page.getByRole('status').getByText('返金の手続きを始めました。').waitFor()
  await row.getByText(/返金済み|返金手続き中/).waitFor()
  expect(complaints).toEqual([])

  await expect.poll(latest).toMatchObject({ status: 'refunded' })
  const fan = await open('fan@example.com', `/community/aoi/event/${event!.id}`)
  await fan.page.getByRole('button', { name: 'チケットを購入する' }).waitFor()
  await fan.page.goto(`${site.server.url}/account/payments`)
  const payment = fan.page.getByRole('listitem').filter({ hasText: event!.title }).first()
  await payment.getByText('返金済み').waitFor()
})

it('refunds a ticket to a moved event on its holder’s request', async () => {
  const event = (await onSale()).at(-1)!
  await buy(event.id)
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const later = (at: string) => new Date(Date.parse(at) + 2 * 60 * 60_000).toISOString()
  const body = formOf({ start: later(event.start), end: later(event.end) })
  await owner(events.changeOwn, { params: { id: event.id }, body })
  const { page, complaints } = await open('fan@example.com', `/community/aoi/event/${event.id}`)
  await page.getByText(/^開始日時が変わりました/).waitFor()
  await page.getByRole('link', { name: 'お支払い履歴' }).click()
  await page.getByText(/開始日時が変わりました。ご都合が合わない場合は/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: '返金を申請する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '返金を申請する' }).click()
  await page.getByRole('status').getByText('返金の手続きを始めました。').waitFor()
  await expect.poll(latest).toMatchObject({ status: 'refunded' })
  expect(complaints).toEqual([])
})

it('stops the stream of a refunded ticket within a minute, without a reload (49)', async () => {
  const [event] = await onSale()
  await buy(event!.id)
  const params = { id: event!.id }
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { stream_key } = await owner(streams.getIngest, { params })
  const encoder = startEncoder(`${site.server.rtmp}/${stream_key}`, { sign: 'green' })
  onTestFinished(() => encoder.cut())
  const onAir = { params, body: { publishment_flg: 1 as const } }
  await vi.waitFor(() => owner(streams.setPublishment, onAir))
  const { page } = await open('fan@example.com', `/community/aoi/event/${event!.id}`, DESKTOP)
  await waitForSign(page, 'green')
  await page.evaluate(() => Object.assign(window, { isUntouched: true }))

  await owner(orders.refund, { params: { id: (await latest()).id } })
  await page.locator('video').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'チケットを購入する' }).waitFor()
  expect(await page.evaluate(() => 'isUntouched' in window)).toBe(true)
  await owner(streams.setPublishment, { params, body: { publishment_flg: 3 } })
})

it('cancels an event: sales end, and all buyers are refunded', async () => {
  const [, event] = await onSale()
  await buy(event!.id)
  const { page, complaints } = await open('owner@example.com', '/dashboard/pastevent', DESKTOP)
  await page.getByRole('button', { name: new RegExp(event!.title) }).click()
  const sheet = page.getByRole('dialog', { name: event!.title })
  await sheet.getByRole('button', { name: 'イベントを中止する' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/購入した方へ返金します/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: '中止する' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: event!.title }).getByText('中止').waitFor()
  expect(complaints).toEqual([])
  await expect.poll(latest).toMatchObject({ status: 'refunded' })
  const guest = await open('fan@example.com', `/community/aoi/event/${event!.id}`)
  await guest.page.getByText('このイベントは中止になりました。').waitFor()
  expect(await axeFinds(guest.page)).toEqual([])
})

it('closes a room after its name was typed', async () => {
  const { page, complaints } = await open('owner@example.com', '/dashboard/myroom')
  await page.getByRole('button', { name: 'ルームを閉じる' }).click()
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const getRoom = () => owner(rooms.getRoom, { params: { id: 'aoi' } })
  const sheet = page.getByRole('dialog')
  const confirm = sheet.getByRole('button', { name: 'ルームを閉じる' })
  const name = sheet.getByLabel('確認のため、ルームの名前を入力してください')
  expect(await axeFinds(page)).toEqual([])
  await name.fill('ちがう名前')
  expect(await confirm.isDisabled()).toBe(true)
  await name.fill((await getRoom()).title)
  await confirm.click()
  // One of the room's events is live.
  await sheet.getByText('配信を終了してから、もう一度お試しください。').waitFor()
  await sheet.getByRole('button', { name: '閉じる', exact: true }).click()
  expect((await getRoom()).state).toBe(1)
  expect(complaints.filter((one) => !/409/.test(one))).toEqual([])
})

it('lets a paying member leave the service, and charges nothing further', async () => {
  const { page, complaints } = await open('guest@example.com', '/community/aoi')
  await page.getByRole('button', { name: '参加する' }).first().click()
  await typeCard(page, CARDS.good)
  await pay(page)
  await page.getByRole('heading', { name: /ようこそ、/ }).waitFor()
  await page.goto(`${site.server.url}/account/unsubscribe`)
  await page.getByText('参加しているルーム').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('link', { name: '退会の手続きへ進む' }).click()
  const go = page.getByRole('button', { name: '退会する' })
  expect(await go.isDisabled()).toBe(true)
  await page.getByRole('switch').click()
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.getByLabel('パスワード', { exact: true }).fill('not the one')
  await go.click()
  await page.getByText('パスワードが正しくありません').waitFor()
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await go.click()
  await page.getByRole('status').getByText('退会しました。ご利用ありがとうございました。').waitFor()
  await page.waitForURL(`${site.server.url}/`)
  await expect(apiAs(site.server.url, 'guest@example.com')).rejects.toMatchObject({ status: 401 })
  // The page of the former user is not the target of the next login.
  await logIn(page, site.server.url, 'fan@example.com')
  expect(page.url()).toBe(`${site.server.url}/`)
  const fan = await apiAs(site.server.url, 'fan@example.com')
  await expect(fan(account.getProfile, { params: { name: 'sora' } })).rejects.toMatchObject({
    status: 404,
  })
})
