// @module-tag full
import { expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** An event of `aoi` with one seat, which the guest has. */
async function soldOut() {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const { subscriptionId } = await guest(rooms.startSubscription, {
    body: { room_id: 'aoi', token: 'tok_visa' },
  })
  await guest(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
  const { id } = await owner(events.createOwn, {
    body: formOf({
      ...{ title: '冬の夜の朗読', start: inDays(20), end: inDays(20.1) },
      ...{ amount: 0, capacity: 1, status: 'published' },
    }),
  })
  await guest(events.join, { body: { event_id: id } })
  const change = (body: Record<string, string | number>) =>
    owner(events.changeOwn, { params: { id }, body: formOf(body) })
  await change({ amount: 1_980 })
  return { id, change, path: `/community/aoi/event/${id}` }
}

it('a fan waits for a seat of a sold-out event, is offered one, and buys it', async () => {
  const { change, path } = await soldOut()
  const visitor = await openPage(await openContext(site.browser, { viewport: PHONE }))
  await visitor.page.goto(site.server.url + path)
  await visitor.page.getByRole('button', { name: 'キャンセル待ちに登録' }).click()
  await visitor.page.getByText('登録には、ログインが必要です').waitFor()
  expect(await axeFinds(visitor.page)).toEqual([])

  const { page, complaints } = await openAs(site, 'fan@example.com', path)
  await page.getByRole('button', { name: 'キャンセル待ちに登録' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('ご案内から24時間、お席をお取りします').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.getByText('1番目').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goto(`${site.server.url}/account/ticketbox`)
  await page.getByRole('heading', { name: 'キャンセル待ち' }).waitFor()
  await page.getByText('1番目').waitFor()
  expect(await axeFinds(page)).toEqual([])

  await change({ capacity: 2 })
  await page.goto(site.server.url + path)
  await page.getByText('お席をご用意しました。').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText('•••• 4242').waitFor()
  await overlay.getByText(/^お席を、.*（日本時間）までお取りしています。/).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.goto(`${site.server.url}/account/ticketbox`)
  await page.getByText('冬の夜の朗読').first().waitFor()
  expect(await page.getByText('1番目').count()).toBe(0)
  expect(complaints).toEqual([])
})

/** An evening of `aoi` with two places, which the guest has, and of which one purchase takes up to three seats. */
async function soldOutEvening() {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const evening = {
    ...{ title: '三人の夜', venue: '喫茶アオイ', capacity: '2', amount: '0', max_seats: '3' },
    ...{ status: 'published', opens: inDays(20), start: inDays(20), end: inDays(20.1) },
  }
  const params = { roomid: 'aoi' }
  const { id } = await owner(tickets.createTicket, { params, body: typesForm([], evening) })
  await guest(tickets.joinTicket, { params: { id }, body: { seats: 2 } })
  const change = (body: Record<string, string | number>) =>
    owner(tickets.changeTicket, { params: { ...params, id }, body: formOf(body) })
  await change({ amount: 1_500 })
  return { id, change, path: `/community/aoi/e_ticket/${id}` }
}

it('a fan waits for two seats together, is offered both, and buys them with one payment', async () => {
  const { id, change, path } = await soldOutEvening()
  const { page, complaints } = await openAs(site, 'fan@example.com', path)
  await page.setViewportSize({ width: 320, height: 640 })
  const count = page.getByRole('group', { name: '枚数' })
  await count.getByRole('button', { name: '枚数を増やす' }).click()
  await count.getByText('¥1,500 × 2枚').waitFor()
  expect(await count.getByRole('button', { name: '枚数を増やす' }).isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'キャンセル待ちに登録' }).click()
  const dialog = page.getByRole('alertdialog', {
    name: 'キャンセル待ちに、2枚で登録しますか？',
  })
  await dialog.getByText('そろうまでお席をお取りしておきます').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: '登録する' }).click()
  await page.getByText('2枚待ち・1番目').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goto(`${site.server.url}/account/ticketbox`)
  await page.getByText('2枚待ち・1番目').waitFor()
  const owner = await openAs(site, 'owner@example.com', `/dashboard/e_ticket/${id}`)
  await owner.page.getByText('1人（2枚）').waitFor()

  await change({ capacity: 4 })
  await page.goto(site.server.url + path)
  await page.getByText('お席を2枚ご用意しました。').waitFor()
  await count.getByText('¥1,500 × 2枚').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText('¥3,000（税込）').first().waitFor()
  await overlay.getByText(/^お席を、.*（日本時間）までお取りしています。/).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.getByText('未受け取り', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})
