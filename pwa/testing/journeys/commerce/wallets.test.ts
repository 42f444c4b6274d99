// @module-tag full
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TERMS_UNCHECKED } from '#contract/auth/messages.ts'
import { payments } from '#contract/payments/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn } from '../../browser.ts'
import { sellEvent } from '../../on-sale.ts'
import { openPhone, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
let server: RunningServer
let phone: Phone

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())
afterEach(() => phone?.discard())

it('a fan pays a ticket by the wallet of the phone once the terms are agreed to, and no card is saved', async () => {
  const { path } = await sellEvent(server.url)
  const fan = await apiAs(server.url, FAN)
  const cards = await fan(payments.listCards, {})
  phone = await openPhone()
  const { page } = phone
  await letIn(page, server.url, FAN)
  await page.goto(server.url + path)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const wallet = page.getByRole('button', { name: 'テスト用ウォレットで支払う' })
  const window = page.getByRole('dialog', { name: 'テスト用ウォレット' })
  await wallet.click()
  await page.getByText(TERMS_UNCHECKED).waitFor()
  expect(await window.count(), 'its window before the terms are agreed to').toBe(0)
  await page.getByRole('switch', { name: '利用規約（サービス条項）に同意する' }).click()
  await wallet.click()
  await window.getByText('¥1,980').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await window.getByRole('button', { name: 'やめる' }).click()
  await wallet.click()
  await window.getByRole('button', { name: '支払う' }).click()
  await page.getByText('チケットボックスに入っています').waitFor()
  expect(await fan(payments.listCards, {})).toEqual(cards)
})
