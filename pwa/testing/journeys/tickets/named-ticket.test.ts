// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { ENTRANT_CONTACT_NEEDED, ENTRANT_NAME_NEEDED } from '#contract/tickets/messages.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, PHONE } from '../../browser.ts'
import { pay, pressPay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const GUEST = 'guest@example.com'
const WORDS = SALE_RULES.entry_named.text({})

/** A ticket on sale that the fan may pass on, sold as 特定興行入場券. */
async function namedTicket() {
  const fan = await apiAs(site.server.url, FAN)
  const { items } = await fan(tickets.listDigitalTickets, { params: { roomid: 'hinata' } })
  const { id } = items.find(({ status, held }) => status === 'published' && !held)!
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  db.prepare('update digital_ticket set named = 1 where id = ?').run(id)
  db.close()
  return id
}

it('a named ticket asks for name and contact before it is paid or accepted, and shows them', async () => {
  const id = await namedTicket()
  const { page } = await openAs(site, FAN, `/community/hinata/e_ticket/${id}`, PHONE)
  await page.getByText(/^特定興行入場券（/).waitFor()
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  await page.getByText(WORDS).waitFor()
  await pay(page)
  await page.getByText(ENTRANT_NAME_NEEDED).waitFor()
  await page.getByLabel('入場される方の氏名').fill('佐藤 千晴')
  await page.getByLabel('入場される方の連絡先').fill('090-1234-5678')
  await page.getByLabel(/^配慮の希望/).fill('車いすで参ります')
  expect(await axeFinds(page)).toEqual([])
  await pressPay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await page.getByText('佐藤 千晴 様（090-1234-5678）').waitFor()
  await page.getByText('配慮の希望：車いすで参ります').waitFor()
  await page.getByText(WORDS).waitFor()
  await page.getByRole('button', { name: '変更する' }).click()
  expect(await axeFinds(page)).toEqual([])
  await page.getByLabel(/^配慮の希望/).fill('')
  await page.getByRole('button', { name: '伝える', exact: true }).click()
  await page.getByText(/^車いす、筆談など、入場のとき/).waitFor()

  await page.getByRole('button', { name: '譲渡する', exact: true }).click()
  await page.getByLabel('相手のユーザー名').fill('sora')
  await page.getByRole('button', { name: '譲渡を申し出る' }).click()
  await page.getByText(/に、譲渡を申し出ています/).waitFor()
  const guest = await openAs(site, GUEST, '/account/ticketbox', PHONE)
  await guest.page.getByRole('button', { name: '受け取る', exact: true }).click()
  await guest.page.getByText(ENTRANT_NAME_NEEDED).waitFor()
  await guest.page.getByText(ENTRANT_CONTACT_NEEDED).waitFor()
  expect(await axeFinds(guest.page)).toEqual([])
  await guest.page.getByLabel('入場される方の氏名').fill('鈴木 一')
  await guest.page.getByLabel('入場される方の連絡先').fill('hajime@example.com')
  await guest.page.getByRole('button', { name: '受け取る', exact: true }).click()
  await guest.page.waitForURL('**/ticketbox/ticket/*')
  await guest.page.getByText('鈴木 一 様（hajime@example.com）').waitFor()
  expect(await axeFinds(guest.page)).toEqual([])
})
