// @module-tag full
import { expect, it } from 'vitest'
import { orders } from '#contract/orders/calls.ts'
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

/** An evening of `aoi` with one S席, which the guest has, and 一般 on sale; tickets may be given back. */
async function onSale() {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const params = { roomid: 'aoi' }
  const { id, types } = await owner(tickets.createTicket, {
    params,
    body: typesForm(
      [
        { name: 'S席', amount: 0, capacity: 1, color: 'purple' },
        { name: '一般', amount: 4_500 },
      ],
      {
        ...{ title: '二つの席の夜', venue: '喫茶アオイ', capacity: '9', status: 'published' },
        ...{ opens: inDays(20), start: inDays(20.05), end: inDays(20.2) },
        ...{ resale_until: inDays(20), max_seats: '2' },
      },
    ),
  })
  const [best] = types
  await guest(tickets.joinTicket, { params: { id }, body: { type: best!.id } })
  const change = (amount: number, capacity: number) =>
    owner(tickets.changeTicket, {
      params: { ...params, id },
      body: formOf({
        types: JSON.stringify(
          types.map(({ remaining, resale, refused, taken, waiting, was_ordered, ...type }) =>
            type.name === 'S席' ? { ...type, amount, capacity } : type,
          ),
        ),
      }),
    })
  await change(6_500, 1)
  return { id, change, path: `/community/aoi/e_ticket/${id}` }
}

it('a fan waits for a sold-out type beside one on sale, is offered its seat, buys it and gives it back', async () => {
  const { id, change, path } = await onSale()
  const { page, complaints } = await openAs(site, 'fan@example.com', path)
  await page.setViewportSize({ width: 320, height: 640 })
  const choice = page.getByRole('group', { name: '券種' })
  await choice.getByText('売り切れの券種を選ぶと、キャンセル待ちに登録できます').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await choice.getByRole('radio', { name: /一般/ }).check()
  await page.getByRole('button', { name: 'チケットを購入する' }).waitFor()
  await choice.getByRole('radio', { name: /S席/ }).check()
  await page.getByText('「S席」は満席になりました。').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'キャンセル待ちに登録' }).click()
  const question = page.getByRole('alertdialog', {
    name: '「S席」のキャンセル待ちに登録しますか？',
  })
  await question.getByText('ご案内するのは「S席」のお席です。').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: '登録する' }).click()
  await page.getByText('「S席」のキャンセル待ちの').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goto(`${site.server.url}/account/ticketbox`)
  await page.getByText('二つの席の夜（S席）').waitFor()
  const owner = await openAs(site, 'owner@example.com', `/dashboard/e_ticket/${id}`)
  await owner.page.getByText('¥6,500（税込）・1 / 1枚・キャンセル待ち1人').waitFor()

  await change(6_500, 2)
  await page.goto(site.server.url + path)
  await page.getByText('「S席」のお席をご用意しました。').waitFor()
  expect(await choice.getByRole('radio', { name: /S席/ }).isChecked()).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const form = page.getByRole('dialog', { name: 'チケットの購入' })
  await form.getByText('二つの席の夜（S席）').waitFor()
  await form.getByText(/^お席を、.*（日本時間）までお取りしています。/).waitFor()
  await form.getByText(/同じ券種として販売するため/).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await page.getByRole('button', { name: '公式リセールに出す' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '出す', exact: true }).click()
  await page.getByText('公式リセールに出しています。').waitFor()

  const next = await openPage(await openContext(site.browser, { viewport: PHONE }))
  await next.page.goto(site.server.url + path)
  await next.page.getByRole('group', { name: '券種' }).getByRole('radio', { name: /S席/ }).check()
  await next.page.getByText('入場チケット（S席・公式リセール）').waitFor()
  expect(await axeFinds(next.page)).toEqual([])
  const buyer = await apiAs(site.server.url, 'fan@example.com')
  expect((await buyer(orders.listPayments, { query: { limit: 1 } })).items[0]).toMatchObject({
    ...{ status: 'succeeded', amount: 6_500 },
  })
  expect([...complaints, ...owner.complaints, ...next.complaints]).toEqual([])
})
