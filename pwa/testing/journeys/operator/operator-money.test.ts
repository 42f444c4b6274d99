// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { disclosures } from '#contract/disclosures/calls.ts'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { mailsTo } from '../../mails.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const REASON = 'ご本人からの連絡を確かめたため'

async function openAdmin(path: string, viewport: typeof PHONE) {
  const admin = await openAs(site, 'admin@example.com', path, viewport)
  await admin.page.getByLabel('パスワード', { exact: true }).fill('password')
  await admin.page.getByRole('button', { name: '運営デスクを開く' }).click()
  return admin
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function because(page: Page, button: string | RegExp) {
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '理由' }).fill(REASON)
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByRole('button', { name: button }).last().click()
  await sheet.waitFor({ state: 'detached' })
}

it('refunds a ticket: its holder loses it, sees the refund’s state and may buy again; ledger and provider agree', async () => {
  const call = await apiAs(site.server.url, FAN)
  const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const event = items.find(({ can, amount }) => can.buy && amount > 0)!
  const ticket = `/community/aoi/event/${event.id}`
  const fan = await openAs(site, FAN, ticket, PHONE)
  const buy = async () => {
    await press(fan.page, 'チケットを購入する')
    await pay(fan.page)
    await fan.page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  }
  await buy()

  const admin = await openAdmin('/admin/money?q=haru', DESKTOP)
  const row = admin.page.getByRole('listitem').filter({ hasText: event.title }).first()
  await row.getByText('支払い済み').waitFor()
  expect(await axeFinds(admin.page)).toEqual([])
  await row.getByRole('button', { name: /の操作/ }).click()
  await admin.page.getByRole('menuitem', { name: '返金する' }).click()
  await because(admin.page, /を返金する$/)
  await row.getByText(/返金済み|返金手続き中/).waitFor()
  expect(admin.complaints).toEqual([])

  await fan.page.goto(site.server.url + ticket)
  await fan.page.getByRole('button', { name: 'チケットを購入する' }).waitFor()
  await fan.page.goto(`${site.server.url}/account/payments`)
  const payment = fan.page.getByRole('listitem').filter({ hasText: event.title }).first()
  await payment.getByText(/返金済み|返金手続き中/).waitFor()
  // A refunded ticket offers no second refund, only a new purchase.
  await fan.page.goto(site.server.url + ticket)
  await buy()
  expect((await call(events.getEvent, { params: { id: event.id } })).joined).toBe(true)

  await press(admin.page, 'いま照合する')
  await admin.page.getByText(/から照合しています/).waitFor()
  await admin.page.getByText('決済会社の記録と食い違いはありません。').waitFor()
  expect(await axeFinds(admin.page)).toEqual([])
  await admin.page.goto(`${site.server.url}/admin/audit`)
  await admin.page.getByRole('listitem').filter({ hasText: '決済会社との照合を始めた' }).waitFor()
})

it('answers a disclosure request on a phone: requester and seller are notified', async () => {
  const asker = 'hanako@example.com'
  const visitor = await apiAs(site.server.url, null)
  await visitor(disclosures.askDisclosure, {
    params: { name: 'aoi' },
    body: { name: '山田花子', email: asker, reason: '返品のご相談' },
  })
  const emailCount = () => mailsTo(site.server.dataDir, asker).length
  const before = emailCount()
  const admin = await openAdmin('/admin/disclosures', PHONE)
  const row = admin.page.getByRole('listitem').filter({ hasText: '山田花子' })
  await row.getByRole('button', { name: '催促する' }).click()
  await row.getByText(/に催促しました/).waitFor()
  await row.getByRole('button', { name: '代わりに断る' }).click()
  await because(admin.page, '断る')
  await row.waitFor({ state: 'detached' })
  await expect.poll(emailCount).toBeGreaterThan(before)
  await admin.page.getByLabel('状態').selectOption('all')
  await admin.page.getByRole('listitem').filter({ hasText: '山田花子' }).waitFor()
  expect(admin.complaints).toEqual([])
})

it('publishes a help entry for visitors, and restores an earlier version', async () => {
  const admin = await openAdmin('/admin/help/other', DESKTOP)
  const visitor = await openAs(site, 'guest@example.com', '/help/other', PHONE)
  const question = admin.page.getByLabel('質問').first()
  const former = await question.inputValue()
  await visitor.page.getByText(former).first().waitFor()
  await question.fill('冬休みはありますか？')
  await press(admin.page, '保存して公開する')
  await admin.page.getByText('公開しました').first().waitFor()
  expect(await axeFinds(admin.page)).toEqual([])
  await visitor.page.reload()
  await visitor.page.getByText('冬休みはありますか？').first().waitFor()
  expect(await visitor.page.getByText(former, { exact: true }).count()).toBe(0)
  await press(admin.page, '元に戻す')
  await admin.page.getByRole('alertdialog').getByRole('button', { name: '元に戻す' }).click()
  await admin.page.getByText('元に戻しました').first().waitFor()
  await visitor.page.reload()
  await visitor.page.getByText(former).first().waitFor()
  expect(await visitor.page.getByText('冬休みはありますか？').count()).toBe(0)
  expect([...admin.complaints, ...visitor.complaints]).toEqual([])
})
