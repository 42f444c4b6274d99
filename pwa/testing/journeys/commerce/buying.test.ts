// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { TERMS_UNCHECKED } from '#contract/auth/messages.ts'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import {
  CARD_NOT_AUTHENTICATED,
  CARD_WRONG,
  JCB_REFUSED,
  PAID_ANYWAY,
} from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { CROWDED, RETRY_LATER, UNREACHABLE } from '#contract/shared/messages.ts'
import { site as siteCalls } from '#contract/site/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { answerBank, CARDS, pay, pressPay, typeCard } from '../../checkout-form.ts'
import { bookAfter, countUnbooked } from '../../late-books.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()

const open = (email: string, path: string, viewport = PHONE) => openAs(site, email, path, viewport)

/** Paid upcoming events of `aoi` for which no test user has a ticket. */
async function unbought() {
  const fan = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await fan(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  return items.filter(({ can, amount }) => can.buy && amount > 0)
}
const linkTo = ({ id }: { id: string }) => `/community/aoi/event/${id}`

it('lets a user join a free room without a card', async () => {
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const { items } = await guest(rooms.listRooms, { query: { limit: 100 } })
  const free = items.find(({ amount, can }) => amount === 0 && can.join)!
  const { page, complaints } = await open('guest@example.com', `/community/${free.id}`)
  await page.getByRole('button', { name: '参加する' }).click()
  const sheet = page.getByRole('dialog', { name: 'ルームに参加する' })
  expect(await sheet.getByLabel('カード番号').count()).toBe(0)
  expect(await sheet.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  await sheet.getByRole('button', { name: /利用規約に同意すると/ }).click()
  await sheet.getByText(TERMS_UNCHECKED).waitFor()
  await sheet.getByRole('switch').click()
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByRole('button', { name: '参加する' }).click()
  await page.getByText('ルームに参加しました。').waitFor()
  await page.getByRole('button', { name: 'ルームへ戻る' }).click()
  await page.getByText('参加中', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('shows the press at once, shows that payments cannot be prepared, and continues when they can', async () => {
  const { page } = await open('guest@example.com', '/community/aoi')
  const join = page.getByRole('button', { name: '参加する' }).first()
  await join.waitFor()
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
  await page.route(`**${urlOf(siteCalls.getConfig, {})}`, (route) =>
    route.fulfill({ status: 500, json: { message: RETRY_LATER } }),
  )
  await join.click()
  await page.locator('[aria-hidden="true"] > span[style*="scale"]').waitFor()
  letGo()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('お支払いの準備ができませんでした').waitFor()
  expect(await sheet.getByRole('button', { name: /¥980\/1 Month/ }).isDisabled()).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  await page.unrouteAll()
  await sheet.getByRole('button', { name: 'もう一度読み込む' }).click()
  await page.getByLabel('カード番号').waitFor()
  expect(await sheet.getByText('お支払いの準備ができませんでした').count()).toBe(0)
})

it('pays the first month of a room with a new card, after a declined card and a failed 3-D Secure', async () => {
  const { page } = await open('guest@example.com', '/community/aoi?from=poster', DESKTOP)
  await page.getByRole('button', { name: '参加する' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /¥980\/1 Month/ }).waitFor()
  await typeCard(page, CARDS.declined)
  await pay(page)
  await sheet.getByText(CARD_WRONG).waitFor()
  expect(await page.getByLabel('有効期限').inputValue()).toBe('12 / 39')

  await typeCard(page, CARDS.jcb)
  await pressPay(page)
  await sheet.getByText(JCB_REFUSED).waitFor()

  await typeCard(page, CARDS.challenged)
  await pressPay(page)
  await answerBank(page, '失敗させる')
  await sheet.getByText(CARD_NOT_AUTHENTICATED).waitFor()
  expect(await axeFinds(page)).toEqual([])

  await typeCard(page, CARDS.good)
  await pressPay(page)
  await page.getByRole('heading', { name: /ようこそ、/ }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'ルームへ戻る' }).click()
  await page.getByText('参加中', { exact: true }).waitFor()
  await page.goto(`${site.server.url}/account/room`)
  await page.getByText('夜ふかし喫茶室').first().waitFor()
  const { sources } = await (await apiAs(site.server.url, 'owner@example.com'))(
    dashboard.getInsights,
    { query: {} },
  )
  expect(sources.find(({ link }) => link === 'poster')).toMatchObject({ orders: 1, amount: 980 })
})

it('sells a ticket for the saved card, and shows it at once, though the provider books it an hour later', async () => {
  bookAfter(site.server, 3_600)
  onTestFinished(() => bookAfter(site.server, 0))
  const [event] = await unbought()
  const { page, complaints } = await open('fan@example.com', linkTo(event!))
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText('•••• 4242').waitFor()
  await overlay.getByText('お申し込みと同時に、クレジットカードで').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await overlay.getByRole('switch', { name: '開始前に通知を受け取る' }).click()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.getByText(event!.title).first().waitFor()
  await page.goto(site.server.url + linkTo(event!))
  await page.getByRole('button', { name: '購入済み' }).first().waitFor()
  const fan = await apiAs(site.server.url, 'fan@example.com')
  const params = { id: event!.id }
  expect(await fan(events.getEvent, { params })).toMatchObject({ joined: true, notify: false })
  expect(countUnbooked(site.server)).toBe(1)
  expect(complaints).toEqual([])
})

it('creates the ticket of a buyer whose browser dies between payment and joining', async () => {
  const [, event] = await unbought()
  const { page } = await open('fan@example.com', linkTo(event!))
  await page.route('**/event/join', (route) => route.abort())
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  await pay(page)
  await page.getByText(/お支払いを確認しています/).waitFor()
  await page.context().close()
  const fan = await apiAs(site.server.url, 'fan@example.com')
  const joined = async () => (await fan(events.getEvent, { params: { id: event!.id } })).joined
  await expect.poll(joined).toBe(true)
})

it('saves a card after 3-D Secure, changes the main card, and deletes a card', async () => {
  const { page, complaints } = await open('fan@example.com', '/account/addpayments')
  await page.getByRole('button', { name: 'カードを追加する' }).click()
  await typeCard(page, CARDS.challenged)
  await page.getByRole('button', { name: 'このカードを登録する' }).click()
  await answerBank(page, '認証する')
  const row = page.getByRole('listitem').filter({ hasText: '3184' })
  await row.getByText('メイン').waitFor()
  expect(await axeFinds(page)).toEqual([])

  const first = page.getByRole('listitem').filter({ hasText: '4242' })
  await first.getByRole('button', { name: /の操作/ }).click()
  await page.getByRole('menuitem', { name: 'メインにする' }).click()
  await first.getByText('メイン').waitFor()
  await row.getByRole('button', { name: /の操作/ }).click()
  await page.getByRole('menuitem', { name: '削除する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await row.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('closes the form without a purchase by button, Escape and going back', async () => {
  const events = await unbought()
  const { page } = await open('fan@example.com', linkTo(events.at(-1)!))
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  for (const leave of [
    () => overlay.getByRole('button', { name: 'キャンセル' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await page.getByRole('button', { name: 'チケットを購入する' }).click()
    await overlay.getByText('•••• 4242').waitFor()
    await page.waitForFunction(() => Object.hasOwn((history.state ?? {}) as object, 'sheet'))
    await leave()
    await overlay.waitFor({ state: 'detached' })
  }
})

it('shows a buyer that others are served first, and retries automatically (18)', async () => {
  const event = (await unbought())[2]!
  const { page } = await open('fan@example.com', linkTo(event))
  const keys: (string | undefined)[] = []
  const answered = Promise.withResolvers<void>()
  await page.route('**/event/join/pre', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await answered.promise
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { message: CROWDED },
    })
  })
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  await pay(page)
  const word = page.getByText('混み合っています。順番にお手続きしています…')
  await word.waitFor()
  expect(await axeFinds(page)).toEqual([])
  answered.resolve()
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  expect(await word.count()).toBe(0)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

it('shows a network error during payment, and finds the result of the charge on the next press', async () => {
  const [event] = await unbought()
  const { page } = await open('fan@example.com', linkTo(event!))
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const confirming = '**/v1/payment_intents/*/confirm'
  await page.route(confirming, (route) => route.abort())
  await pay(page)
  await page.getByText(UNREACHABLE + PAID_ANYWAY).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.unroute(confirming)
  // The request arrives, and only its response is lost.
  await page.route(confirming, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pressPay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  const fan = await apiAs(site.server.url, 'fan@example.com')
  const { items } = await fan(orders.listPayments, {})
  expect(items.filter(({ subject }) => subject.title === event!.title)).toHaveLength(1)
})
