// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { GUARDIAN_NEEDED, TERMS_UNCHECKED } from '#contract/auth/messages.ts'
import { events } from '#contract/events/calls.ts'
import { EVENT_CANCELLED } from '#contract/events/messages.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import {
  GUARDIAN_AGREES,
  GUARDIAN_BEFORE_PAYING,
  PAID_ANYWAY,
} from '#contract/payments/messages.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { CELEBRATION } from '#contract/tickets/limits.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { CARDS, pay, pressPay, typeCard } from '../../checkout-form.ts'
import { ownSite } from '../../own-site.ts'

const site = ownSite()

interface Look {
  email?: string | null
  motion?: 'reduce' | 'no-preference'
}

async function open(path: string, { email = null, motion = 'reduce' }: Look = {}) {
  const context = await openContext(site.browser, { viewport: PHONE, reducedMotion: motion })
  const opened = await openPage(context)
  if (email) await letIn(opened.page, site.server.url, email)
  await opened.page.goto(site.server.url + path)
  return opened
}
const fan = { email: 'fan@example.com' }
const guest = { email: 'guest@example.com' }

/** Changes the database while a form is open, as the owner could. */
function meanwhile(sql: string, ...values: (string | number)[]) {
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  db.prepare(sql).run(...values)
  db.close()
}

/** A copy of an event of `aoi` on sale, without any tickets sold. */
async function onSale() {
  const visitor = await apiAs(site.server.url, null)
  const coming = { room: 'aoi', state: 'upcoming' } as const
  const { items } = await visitor(events.listEvents, { query: coming })
  const model = items.find(({ amount, remaining }) => amount > 0 && remaining > 0)!
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  const row = db.prepare('select * from event where id = ?').get(model.id) as object
  const id = `sold-${++created}`
  const fresh = { ...row, id, taken: 0, participants: 0, capacity: 5 }
  const columns = Object.keys(fresh)
  const marks = columns.map((column) => `@${column}`)
  db.prepare(`insert into event (${columns.join()}) values (${marks.join()})`).run(fresh)
  db.close()
  return { id }
}
let created = 0
const linkTo = ({ id }: { id: string }) => `/community/aoi/event/${id}`
const roomSheet = (page: Page) => page.getByRole('dialog', { name: /参加する/ })
const ticketForm = (page: Page) => page.getByRole('dialog', { name: 'チケットの購入' })
const join_ = (page: Page) => page.getByRole('button', { name: '参加する' }).first().click()
const buy = (page: Page) => page.getByRole('button', { name: 'チケットを購入する' }).click()

it.each([
  { where: 'an event', path: null, press: buy },
  { where: 'a room', path: '/community/aoi', press: join_ },
])(
  'lets a visitor of $where log in over the page, and goes on with what they came for',
  async ({ path, press }) => {
    const target = path ?? linkTo(await onSale())
    const { page, complaints } = await open(target)
    const sheet = page.getByRole('dialog', { name: /ルームに参加する|チケットの購入/ })
    await press(page)
    await sheet.getByRole('heading', { name: 'はじめての方' }).waitFor()
    expect(await axeFinds(page)).toEqual([])
    await sheet.getByRole('button', { name: '閉じる' }).click()
    await sheet.waitFor({ state: 'detached' })
    await press(page)
    await sheet.getByRole('button', { name: '登録済みの方（ログイン）' }).click()
    expect(await axeFinds(page)).toEqual([])
    await page.getByLabel('メールアドレス').fill(guest.email)
    await page.getByLabel('パスワード', { exact: true }).fill('password')
    await sheet.getByRole('button', { name: 'ログイン', exact: true }).click()
    await page.getByRole('dialog').getByText('¥980', { exact: false }).first().waitFor()
    expect(page.url()).toBe(site.server.url + target)
    expect(complaints).toEqual([])
  },
)

it('shows brand and last four digits of the saved card, and switches to a new one and back', async () => {
  const { page } = await open(linkTo(await onSale()), fan)
  await buy(page)
  const form = ticketForm(page)
  await form.getByText('•••• 4242').waitFor()
  expect(await form.getByLabel('カード番号').count()).toBe(0)
  const terms = form.getByRole('switch', { name: '利用規約（サービス条項）に同意する' })
  expect(await terms.getAttribute('aria-checked')).toBe('false')
  expect(await form.getByRole('switch', { name: /通知/ }).getAttribute('aria-checked')).toBe('true')
  await form.getByRole('button', { name: '新しいカードを使う' }).click()
  await form.getByLabel('カード番号').waitFor()
  const six = 'Visa・MasterCard・American Express・Discover・JCB・Diners Club'
  await form.getByText(six, { exact: false }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: '登録済みのカード' }).click()
  await form.getByText('•••• 4242').waitFor()
  await form.getByRole('button', { name: /利用規約に同意すると/ }).click()
  await form.getByText(TERMS_UNCHECKED).waitFor()
  await terms.click()
  await form.getByText(TERMS_UNCHECKED).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'キャンセル' }).click()
  await form.waitFor({ state: 'detached' })
})

it('can be filled in and submitted by keyboard alone', async () => {
  const { page } = await open(linkTo(await onSale()), fan)
  await page.getByRole('button', { name: 'チケットを購入する' }).focus()
  await page.keyboard.press('Enter')
  const form = ticketForm(page)
  await form.getByText('•••• 4242').waitFor()
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (await form.getByRole('switch', { name: /サービス条項/ }).evaluate(isFocused)) break
    expect(await inside()).toBe(true)
  }
  await page.keyboard.press('Space')
  const button = form.getByRole('button', { name: /この内容で購入する/ })
  for (let presses = 0; presses < 6 && !(await button.evaluate(isFocused)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
})
const isFocused = (element: Element) => element === document.activeElement

it('shows fifteen particles for six seconds, and reloads the page when it is closed', async () => {
  const { page } = await open(linkTo(await onSale()), { ...fan, motion: 'no-preference' })
  await buy(page)
  await pay(page)
  const done = page.getByRole('dialog', { name: '登録が完了しました' })
  await done.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  const particles = await done.locator('[aria-hidden] > i').evaluateAll((all) =>
    all.map((one) => {
      const { animationDelay, animationDuration } = getComputedStyle(one)
      return Number.parseFloat(animationDelay) + Number.parseFloat(animationDuration)
    }),
  )
  expect(particles).toEqual(
    Array.from({ length: CELEBRATION.particles }, () => CELEBRATION.ms / 1000),
  )
  await done.getByText(/領収書は/).waitFor()
  const reloaded = page.waitForEvent('load')
  await done.getByRole('button', { name: 'イベントへ戻る' }).click()
  await reloaded
  await page.getByRole('button', { name: '購入済み' }).first().waitFor()
})

it('shows that a payment is being confirmed, and how long it may take', async () => {
  const { page } = await open(linkTo(await onSale()), fan)
  await page.route('**/event/join', (route) => route.abort())
  await buy(page)
  await pay(page)
  await page
    .getByText('お支払いを確認しています。1分ほどかかることがあります。', { exact: false })
    .waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.unroute('**/event/join')
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
})

it('stops confirming after a minute, and shows that no second payment is needed', async () => {
  const { page } = await open(linkTo(await onSale()), fan)
  await page.clock.install()
  await page.route('**/event/join', (route) => route.abort())
  await buy(page)
  await pay(page)
  await page.getByText(/お支払いを確認しています/).waitFor()
  for (let seconds = 0; seconds < 90; seconds += 3) await page.clock.runFor(3_000)
  await ticketForm(page)
    .getByText(RETRY_LATER + PAID_ANYWAY)
    .waitFor()
})

it('refuses a purchase at a price that was not shown', async () => {
  const event = await onSale()
  const { page } = await open(linkTo(event), fan)
  await buy(page)
  await ticketForm(page).getByText('•••• 4242').waitFor()
  meanwhile('update event set amount = amount + 100 where id = ?', event.id)
  await pay(page)
  await ticketForm(page).getByText(PRICE_CHANGED).waitFor()
  meanwhile('update event set amount = amount - 100 where id = ?', event.id)
  await pressPay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
})

it('shows a late buyer that the last seat is gone', async () => {
  const event = await onSale()
  const { page } = await open(linkTo(event), fan)
  await buy(page)
  await ticketForm(page).getByText('•••• 4242').waitFor()
  meanwhile('update event set capacity = taken where id = ?', event.id)
  await pay(page)
  await ticketForm(page).getByText(SOLD_OUT).waitFor()
  await page.reload()
  await page.getByText('満席になりました。').waitFor()
  meanwhile('update event set capacity = taken + 10 where id = ?', event.id)
})

it('asks a minor for the consent of their guardian before the payment', async () => {
  meanwhile(`update "user" set birth_y = 2015 where email = ?`, fan.email)
  const { page } = await open(linkTo(await onSale()), fan)
  await buy(page)
  await ticketForm(page).getByText(GUARDIAN_BEFORE_PAYING).waitFor()
  await pay(page)
  await ticketForm(page).getByText(GUARDIAN_NEEDED).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await ticketForm(page).getByRole('switch', { name: GUARDIAN_AGREES }).click()
  await pressPay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  meanwhile(`update "user" set birth_y = 1990 where email = ?`, fan.email)
})

it('shows the owner, a non-member and a late visitor their own texts', async () => {
  const [event, other] = [await onSale(), await onSale()]
  const owner = await open(linkTo(event), { email: 'owner@example.com' })
  await owner.page.getByRole('link', { name: 'オーナーページで見る' }).first().waitFor()
  const stranger = await open(linkTo(event), guest)
  await stranger.page
    .getByText(/ルーム参加 ¥980\/月/)
    .first()
    .waitFor()
  await stranger.page.getByRole('button', { name: '参加して購入する' }).click()
  await ticketForm(stranger.page).getByText('ルーム参加について').waitFor()
  meanwhile('update event set sales_end_at = ? where id = ?', '2020-01-01T00:00:00.000Z', other.id)
  const late = await open(linkTo(other), fan)
  await late.page.getByRole('button', { name: '販売は終了しました' }).waitFor()
  meanwhile(`update event set status = 'cancelled' where id = ?`, other.id)
  await late.page.reload()
  await late.page.getByText(EVENT_CANCELLED).waitFor()
})

it('offers no join button to a user who cannot or need not join', async () => {
  const { page } = await open('/community/aoi', { email: 'owner@example.com' })
  await page.getByRole('link', { name: 'My Room' }).first().waitFor()
  const member = await open('/community/aoi', fan)
  await member.page.getByText('参加中', { exact: true }).waitFor()
  expect(await member.page.getByRole('button', { name: '参加する' }).count()).toBe(0)
  const closed = await open('/community/kumo', guest)
  await closed.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await closed.page.getByRole('button', { name: '参加する' }).count()).toBe(0)
})

it('lets a user join a paid room with a new card, and continue to the home page', async () => {
  const { page } = await open('/community/aoi', guest)
  await join_(page)
  const sheet = roomSheet(page)
  await sheet.getByText('¥980/1 Month').first().waitFor()
  const width = await sheet.evaluate((element) => element.getBoundingClientRect().width)
  expect(width).toBeLessThanOrEqual(600)
  await sheet.getByText(/日割りの返金はありません/).waitFor()
  await typeCard(page, CARDS.good)
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.getByRole('heading', { name: /ようこそ、/ }).waitFor()
  await page.getByRole('link', { name: 'ホームへ', exact: true }).click()
  await page.waitForURL(`${site.server.url}/`)
})
