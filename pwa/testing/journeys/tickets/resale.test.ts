// @module-tag full
import { expect, it } from 'vitest'
import { orders } from '#contract/orders/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from '../../api.ts'
import { axeFinds } from '../../browser.ts'
import { CARDS, pay, typeCard } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const TITLE = '真冬の朗読会'

/** A digital ticket of `aoi` with one seat, which may be given back until the doors open. */
async function onSale() {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const opens = inDays(20)
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: formOf({
      ...{ title: TITLE, venue: '喫茶アオイ', opens, start: inDays(20.05), end: inDays(20.2) },
      ...{ amount: 3_500, capacity: 1, resale_until: opens, status: 'published' },
    }),
  })
  return { owner, id, path: `/community/aoi/e_ticket/${id}` }
}

it('a ticket is given back and bought by another person; its holder sees why it is dead, and the money', async () => {
  const { owner, id, path } = await onSale()
  const fan = await openAs(site, 'fan@example.com', path)
  await fan.page.getByRole('button', { name: 'チケットを購入する' }).click()
  await pay(fan.page)
  await fan.page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await fan.page.getByRole('link', { name: 'チケットを見る' }).click()
  await fan.page.waitForURL('**/ticketbox/ticket/*')
  await fan.page.getByRole('button', { name: '公式リセールに出す' }).click()
  const question = fan.page.getByRole('alertdialog')
  await question.getByText(/あなたが支払った¥3,500です/).waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  await question.getByRole('button', { name: '出す', exact: true }).click()
  await fan.page.getByText('公式リセールに出しています。').waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  expect(await owner(tickets.getOwnTicket, { params: { roomid: 'aoi', id } })).toMatchObject({
    ...{ taken: 1, listed: 1, resold: 0 },
  })

  const guest = await openAs(site, 'guest@example.com', path)
  await guest.page.getByText('入場チケット（公式リセール）').waitFor()
  expect(await axeFinds(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'チケットを購入する' }).click()
  await guest.page.getByText('ほかの方が公式リセールに出したチケットです').waitFor()
  await typeCard(guest.page, CARDS.good)
  await pay(guest.page)
  await guest.page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()

  await fan.page.reload()
  await fan.page
    .getByText(/次の方が購入したため、このチケットは使えません。支払った¥3,500を返金します/)
    .waitFor()
  await fan.page.getByText('リセール済').waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  const buyer = await apiAs(site.server.url, 'fan@example.com')
  await expect
    .poll(async () => (await buyer(orders.listPayments, { query: { limit: 1 } })).items[0])
    .toMatchObject({ status: 'refunded', refunded_amount: 3_500 })
  await fan.page.getByRole('link', { name: 'お支払い履歴を見る' }).click()
  const payment = fan.page.getByRole('listitem').filter({ hasText: TITLE }).first()
  await payment.getByText('返金済み').waitFor()
  expect([...fan.complaints, ...guest.complaints]).toEqual([])
})
