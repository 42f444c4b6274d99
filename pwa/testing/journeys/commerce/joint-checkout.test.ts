// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { JOINED_WITHOUT_TICKET, TICKET_STILL_OPEN } from '#contract/rooms/messages.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { answerBank, CARDS, pay, typeCard } from '../../checkout-form.ts'
import { ownSite } from '../../own-site.ts'
import { countEffort } from '../../press-count.ts'

const site = ownSite()
const GUEST = 'guest@example.com'

/** Changes the database while a purchase is under way, as other buyers could. */
function meanwhile(sql: string, ...values: string[]) {
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  db.prepare(sql).run(...values)
  db.close()
}

/** A person at a paid event of a room that the person is not in. */
async function openEvent(email: string) {
  const call = await apiAs(site.server.url, email)
  const { items } = await call(events.listEvents, { query: { state: 'upcoming', limit: 100 } })
  for (const event of items) {
    if (event.amount === 0 || event.remaining < 2) continue
    const room = await call(rooms.getRoom, { params: { id: event.room.id } })
    if (room.amount === 0 || !room.can.join) continue
    const context = await openContext(site.browser, { viewport: PHONE })
    const effort = await countEffort(context)
    const { page, complaints } = await openPage(context)
    await letIn(page, site.server.url, email)
    await page.goto(`${site.server.url}/community/${event.room.id}/event/${event.id}`)
    return { call, event, page, complaints, effort }
  }
  throw new Error('no event whose room can be joined')
}

/** The guest with the form open and a card typed. */
async function openForm(card: string) {
  const opened = await openEvent(GUEST)
  const { page } = opened
  await page.getByRole('button', { name: '参加して購入する' }).click()
  const other = page.getByRole('button', { name: '新しいカードを使う' })
  await other.or(page.getByLabel('カード番号')).waitFor()
  if (await other.isVisible()) await other.click()
  await typeCard(page, card)
  return opened
}
const form = (page: Page) => page.getByRole('dialog', { name: 'チケットの購入' })

it('a ticket whose last seat is sold while its buyer joins leaves the membership, and says so', async () => {
  const { call: guest, event, page } = await openForm(CARDS.good)
  await page.route('**/room/subscribe', async (route) => {
    const response = await route.fetch()
    meanwhile('update event set capacity = taken where id = ?', event.id)
    await route.fulfill({ response })
  })
  await pay(page)
  await form(page).getByText(JOINED_WITHOUT_TICKET).waitFor()
  await form(page).getByText(TICKET_STILL_OPEN).waitFor()
  await form(page).getByText(SOLD_OUT).waitFor()
  await form(page).getByText('•••• 4242').waitFor()
  expect(await form(page).getByText('本日の合計').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  const paid = async () => (await guest(orders.listPayments, {})).items.map(({ kind }) => kind)
  expect(await paid()).toEqual(['room'])

  meanwhile('update event set capacity = taken + 5 where id = ?', event.id)
  await page.unroute('**/room/subscribe')
  await form(page).getByRole('button', { name: 'この内容で購入する' }).click()
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  expect((await paid()).toSorted()).toEqual(['event', 'room'])
})

it('one press joins and buys, and the bank is asked for each of the two payments', async () => {
  const { call: guest, event, page, complaints } = await openForm(CARDS.challenged)
  // A phone that needs its memory for the bank's app stops the browser.
  await page.reload()
  await page.getByRole('button', { name: '新しいカードを使う' }).click()
  await typeCard(page, CARDS.challenged)
  await form(page).getByText('2件に分けて', { exact: false }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await answerBank(page, '認証する')
  await answerBank(page, '認証する')
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  const params = { id: event.id }
  expect((await guest(events.getEvent, { params })).joined).toBe(true)
  expect((await guest(rooms.getRoom, { params: { id: event.room.id } })).subscribed).toBe(true)
  expect(complaints).toEqual([])
})

it('a known person with a saved card joins and buys with three presses', async () => {
  const { page, effort } = await openEvent('fan@example.com')
  await page.getByRole('button', { name: '参加して購入する' }).click()
  await form(page).getByText('•••• 4242').waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  expect(effort.presses).toBe(3)
  expect([...effort.fields]).toEqual([])
})
