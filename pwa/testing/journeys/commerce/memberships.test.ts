// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { controlOf, sdk } from '#server/sandbox-stripe/testing/sandbox.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { answerBank, CARDS, pay, pressPay, typeCard } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const SECRET = 'sk_test_journey'
const port = String(await freePort())
const site = ownSite({ SANDBOX_PORT: port, SANDBOX_SECRET_KEY: SECRET })
const provider = `http://127.0.0.1:${port}`

const open = (email: string, path: string, viewport = PHONE) => openAs(site, email, path, viewport)
const rowOf = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const fan = () => apiAs(site.server.url, 'fan@example.com')

/** Lets the provider's billing period end with a card that is declined. */
async function failRenewal(room: string) {
  const member = await fan()
  // Nothing is past due: returns the subscription's id, and charges nothing.
  const { subscriptionId, ownerId } = await member(rooms.payPastDue, {
    params: { id: room },
    body: {},
  })
  const stripe = sdk(provider, SECRET)
  const on = { stripeAccount: ownerId }
  const { customer } = await stripe.subscriptions.retrieve(subscriptionId, {}, on)
  const bad = await stripe.paymentMethods.attach(
    'pm_card_chargeCustomerFail',
    { customer: customer as string },
    on,
  )
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: bad.id }, on)
  const control = controlOf(provider, SECRET)
  await control.advance(32 * DAY_MS)
  await control.rest()
  const pastDueRooms = async () =>
    (await member(account.getMe, {})).behind.map(({ room_id }) => room_id)
  await expect.poll(pastDueRooms).toEqual([room])
}

it('leaves a room with the end of access shown, and withdraws the leaving', async () => {
  const { page, complaints } = await open('fan@example.com', '/account/room')
  const row = rowOf(page, '夜ふかし喫茶室')
  await row.getByText(/次の更新/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  const leave = async () => {
    await row.getByRole('button', { name: '「夜ふかし喫茶室」の操作' }).click()
    await row.getByRole('menuitem', { name: '退会する' }).click()
  }
  await leave()
  const question = page.getByRole('alertdialog')
  await question.getByText(/までは、これまでどおり見られます。.*日割りの返金はありません/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')
  await leave()
  await question.getByRole('button', { name: '退会する' }).click()
  await row.getByText('更新停止').waitFor()
  await row.getByText(/まで利用できます/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole('button', { name: '退会を取りやめる' }).click()
  await row.getByText(/次の更新/).waitFor()
  await row
    .getByRole('link', { name: /夜ふかし喫茶室/ })
    .first()
    .click()
  await page.getByText('参加中', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('shows a failed renewal on every page, and pays it with another card and 3-D Secure (28)', async () => {
  await failRenewal('aoi')
  const { page } = await open('fan@example.com', '/', DESKTOP)
  const banner = page.getByRole('complementary', { name: 'お支払いのお願い' })
  for (const path of ['/', '/account', '/community/aoi', '/news']) {
    await page.goto(site.server.url + path)
    await banner.getByText('「夜ふかし喫茶室」のお支払いを確認できませんでした。').waitFor()
  }
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await banner.getByRole('link', { name: '別のカードで今すぐ支払う' }).click()
  const sheet = page.getByRole('dialog', { name: /参加費を支払う/ })
  await sheet.getByText(/からの1か月分の参加費/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await typeCard(page, CARDS.challenged)
  await pay(page)
  await answerBank(page, '失敗させる')
  await sheet.getByText(CARD_NOT_AUTHENTICATED).waitFor()
  await typeCard(page, CARDS.challenged)
  await pressPay(page)
  await answerBank(page, '認証する')
  await page.getByText('お支払いが完了しました。').first().waitFor()
  await sheet.waitFor({ state: 'detached' })
  await banner.waitFor({ state: 'detached' })
  await rowOf(page, '夜ふかし喫茶室')
    .getByText(/次の更新/)
    .waitFor()
  const member = await fan()
  const { items } = await member(orders.listPayments, { query: {} })
  const newest = items.find(({ subject }) => subject.id === 'aoi')
  expect(newest).toMatchObject({ kind: 'room', status: 'succeeded', amount: 980 })
})

it('opens a receipt, prints it, and renders it as one A4 page', async () => {
  const { page, context, complaints } = await open('fan@example.com', '/account/payments')
  const requested = page.waitForRequest((request) => request.url().endsWith('/receipt'))
  await page
    .getByRole('button', { name: /^領収書 R\d+/ })
    .first()
    .click()
  const paper = page.frameLocator('iframe')
  await paper.getByRole('heading', { name: '領収書' }).waitFor()
  await paper.getByText('クレジットカード利用').waitFor()
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')!.contentWindow!
    frame.print = () => document.body.setAttribute('data-printed', frame.document.title)
  })
  await page.getByRole('button', { name: '印刷する' }).click()
  await page.locator('body[data-printed^="領収書 R"]').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')
  await paper.getByRole('heading').waitFor({ state: 'detached' })

  const url = (await requested).url()
  expect((await context.request.get(url)).status()).toBe(401)
  const { authorization } = await (await requested).allHeaders()
  const sheet = await context.newPage()
  await sheet.setExtraHTTPHeaders({ authorization: authorization! })
  await sheet.goto(url)
  const colour = await sheet
    .locator('.paper')
    .evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(colour).toBe('rgb(255, 255, 255)')
  const pdf = await sheet.pdf({ format: 'A4' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(complaints).toEqual([])
})
