import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { KONBINI_STORES } from '#contract/payments/konbini.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { waitForSeen, waitForWorker } from '../../device.ts'
import { sellEvent } from '../../on-sale.ts'
import { openPhone, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
const TITLE = '冬の夜の朗読'
let server: RunningServer
let phone: Phone

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())
afterEach(() => phone?.discard())

it('a fan takes a payment number to a store, offline too, and finds the ticket in the box', {
  tags: 'full',
}, async () => {
  const { path } = await sellEvent(server.url, { title: TITLE, konbini_days: 3 })
  phone = await openPhone()
  const { page } = phone
  await letIn(page, server.url, FAN)
  await page.goto(server.url + path)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText('カードの明細').waitFor()
  await overlay.getByText('コンビニ払い', { exact: true }).click()
  await overlay.getByText(/までに、お店でお支払いください/).waitFor()
  expect(await overlay.getByText('カードの明細').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.waitForURL('**/account/voucher/*')
  await page.getByText('お支払い番号').first().waitFor()
  expect(await axeFinds(page)).toEqual([])

  const fan = await apiAs(server.url, FAN)
  const [voucher] = (await fan(vouchers.listVouchers, {})).items
  const numberPage = page.url()
  await waitForWorker(page)
  await waitForSeen(page, vouchers.getVoucher)
  await page.goto(`${server.url}/account/ticketbox`)
  await page.getByRole('heading', { name: 'コンビニ払いの番号' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await waitForSeen(page, vouchers.listVouchers)
  await phone.context.setOffline(true)
  await page.goto(`${server.url}/account/ticketbox`)
  await page.getByRole('link', { name: new RegExp(TITLE) }).click()
  for (const { store, payment_code } of voucher!.stores) {
    const name = KONBINI_STORES[store as keyof typeof KONBINI_STORES]
    const section = page.getByRole('region', { name })
    await section.getByText(payment_code).waitFor()
  }
  expect(await axeFinds(page)).toEqual([])
  await phone.context.setOffline(false)

  await page.goto(server.url + path)
  await page.getByRole('link', { name: 'コンビニ払いの番号を見る' }).waitFor()
  await page.goto(voucher!.url!)
  await page.getByRole('button', { name: 'お店で支払う' }).click()
  await page.getByText('お支払いが済みました').waitFor()
  await page.goto(numberPage)
  await page.getByRole('heading', { name: 'お支払いを確認しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.getByText(TITLE).first().waitFor()
  await page.goto(`${server.url}/account/ticketbox`)
  // The page as it was last seen comes first.
  await page.getByRole('heading', { name: 'コンビニ払いの番号' }).waitFor({ state: 'detached' })
  await page.getByText(TITLE).first().waitFor()
})
