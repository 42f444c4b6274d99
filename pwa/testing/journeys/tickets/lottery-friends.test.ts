// @module-tag full
import { expect, it, vi } from 'vitest'
import { lottery } from '#contract/lottery/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { createTicket, openLottery } from '../../lotteries.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const GUEST = 'guest@example.com'
const NEXT_MS = 60_000

it('two friends apply by a link with three choices, win together, and one pays in a store', async () => {
  const ticket = await createTicket(
    site.server,
    { title: 'ふたりの夜', konbini_days: '3' },
    ['S席', 'A席', '二階席', '立見'].map((name, n) => ({ name, amount: 6_000 - n * 1_000 })),
  )
  const draw = await openLottery(site.server, ticket)
  const { page, complaints } = await openAs(site, FAN, ticket.path)
  await page.getByLabel('第1希望').selectOption('二階席　¥4,000（税込）')
  await page.getByLabel('第2希望').selectOption('S席　¥6,000（税込）')
  await page.getByLabel('第3希望').selectOption('立見　¥3,000（税込）')
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: '抽選に申し込む' }).click()
  await page.getByText('1. 二階席　2. S席　3. 立見').waitFor()

  const fan = await apiAs(site.server.url, FAN)
  const { invite } = await fan(lottery.getApplication, { params: { id: ticket.id }, query: {} })
  const friend = await openAs(site, GUEST, `${ticket.path}?group=${invite}`)
  await friend.page.getByText('のグループに招待されています', { exact: false }).waitFor()
  expect(await axeFinds(friend.page)).toEqual([])
  await friend.page.getByRole('button', { name: 'このグループで申し込む' }).click()
  await friend.page.getByRole('alertdialog').getByRole('button', { name: '申し込む' }).click()
  await friend.page.getByText('1. 二階席　2. S席　3. 立見').waitFor()
  await friend.page.getByText('（代表）', { exact: false }).waitFor()
  expect(await axeFinds(friend.page)).toEqual([])

  await draw.close()
  await draw.announce()
  await friend.page.goto(site.server.url + ticket.path)
  await friend.page.getByText('当選しました。', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('当選しました。', { exact: true }).waitFor()
  await page.getByText('入場チケット（二階席）').waitFor()
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText('コンビニ払い', { exact: true }).click()
  await overlay.getByText(/までに、お店でお支払いください/).waitFor()
  await pay(page)
  await page.waitForURL('**/account/voucher/*')
  await page.getByText('お支払い番号').first().waitFor()
  expect(await axeFinds(page)).toEqual([])
  const numberPage = page.url()
  const [voucher] = (await fan(vouchers.listVouchers, {})).items
  await page.goto(voucher!.url!)
  await page.getByRole('button', { name: 'お店で支払う' }).click()
  await page.getByText('お支払いが済みました').waitFor()
  await page.goto(numberPage)
  await page.getByRole('heading', { name: 'お支払いを確認しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.getByText('二階席').first().waitFor()
  expect([...complaints, ...friend.complaints]).toEqual([])
})

it('who loses moves up when the winner declines', async () => {
  const ticket = await createTicket(site.server, { title: 'ひとりの夜', capacity: '1' })
  const draw = await openLottery(site.server, ticket)
  const people = await Promise.all([FAN, GUEST].map((email) => openAs(site, email, ticket.path)))
  for (const { page } of people) {
    await page.getByRole('button', { name: '抽選に申し込む' }).click()
    await page.getByText('申し込みました。', { exact: true }).waitFor()
  }
  await draw.close()
  await draw.announce()
  for (const { page } of people) await page.reload()
  const fan = await apiAs(site.server.url, FAN)
  const of = { params: { id: ticket.id }, query: {} }
  const fanWon = (await fan(lottery.getApplication, of)).state === 'won'
  const [winner, loser] = fanWon ? people : people.toReversed()
  await loser!.page.getByText('お席をご用意できませんでした。').waitFor()
  expect(await axeFinds(loser!.page)).toEqual([])
  await winner!.page.getByRole('button', { name: '当選を辞退する' }).click()
  const dialog = winner!.page.getByRole('alertdialog')
  expect(await axeFinds(winner!.page)).toEqual([])
  await dialog.getByRole('button', { name: '辞退する' }).click()
  await winner!.page.getByText('次の方にご案内しました', { exact: false }).waitFor()
  expect(await axeFinds(winner!.page)).toEqual([])

  const owner = ticket.owner
  const counts = async () => (await owner(lottery.getOwnLottery, { params: ticket.params })).counts
  await vi.waitUntil(async () => (await counts()).won === 2, { timeout: NEXT_MS, interval: 500 })
  await loser!.page.reload()
  await loser!.page.getByText('当選しました。', { exact: true }).waitFor()
  await loser!.page.getByRole('button', { name: 'チケットを購入する' }).waitFor()
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
})
