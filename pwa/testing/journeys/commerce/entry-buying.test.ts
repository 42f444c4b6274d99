// @module-tag full
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readCode } from '#contract/door/code.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn } from '../../browser.ts'
import { answerBank, CARDS, isOwn, pay, typeCard } from '../../checkout-form.ts'
import { waitForTickets } from '../../device.ts'
import { bookAfter, countUnbooked } from '../../late-books.ts'
import { sellEntry } from '../../on-sale.ts'
import { openPhone, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const GUEST = 'guest@example.com'
let server: RunningServer
let phone: Phone

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())
afterEach(() => phone?.discard())

/** The guest's phone at the ticket's page. */
async function openTicket(room: string, id: string) {
  phone = await openPhone()
  await letIn(phone.page, server.url, GUEST)
  await phone.page.goto(`${server.url}/community/${room}/e_ticket/${id}`)
  return phone.page
}
async function unheld(room: string) {
  const guest = await apiAs(server.url, GUEST)
  const { items } = await guest(tickets.listDigitalTickets, { params: { roomid: room } })
  return items.find(({ status, held }) => status === 'published' && !held)!
}
const buttonTo = (name: string) => phone.page.getByRole('button', { name })
const code = () => phone.page.locator('#root svg[data-code]')

/** Opens the ticket after the purchase; returns its path. */
async function openTaken(title: string, heading: string) {
  await phone.page.getByRole('heading', { name: heading }).waitFor()
  expect(await axeFinds(phone.page)).toEqual([])
  await phone.page.getByRole('link', { name: 'チケットを見る' }).click()
  await phone.page.waitForURL('**/ticketbox/ticket/*')
  await phone.page.getByText(title.slice(0, 6)).first().waitFor()
  await code().waitFor()
  await isOwn(phone.page)
  return new URL(phone.page.url()).pathname
}

it('an entry ticket is bought with a new card and 3-D Secure, and admits its holder offline, though the provider books it 45 seconds later', async () => {
  bookAfter(server, 45)
  onTestFinished(() => bookAfter(server, 0))
  const ticket = await unheld('hinata')
  const page = await openTicket('hinata', ticket.id)
  await buttonTo('チケットを購入する').click()
  await typeCard(page, CARDS.challenged)
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await answerBank(page, '認証する')
  const path = await openTaken(ticket.title, 'チケットを購入しました')
  expect(countUnbooked(server)).toBe(1)
  await waitForTickets(page)

  const guest = await apiAs(server.url, GUEST)
  const { ticket: boughtTicket, ...issued } = await guest(tickets.getIssued, {
    params: { id: path.split('/').at(-1)! },
  })
  expect(boughtTicket).toMatchObject({ id: ticket.id, amount: 4_500 })
  await phone.context.setOffline(true)
  await page.goto(`${server.url}/account/ticketbox`)
  await page
    .getByText(/オフラインです/)
    .first()
    .waitFor()
  await page.getByText(ticket.title.slice(0, 6)).first().click()
  await code().waitFor()
  await page.getByText(issued.number).first().waitFor()
  const shown = readCode((await code().getAttribute('data-code'))!)!
  expect(shown.motion).not.toBeNull()
  expect(shown.claims).toEqual(readCode(issued.credential)!.claims)
  expect(await axeFinds(page)).toEqual([])
})

it('a free entry ticket needs no card, and its form does not mention a purchase', async () => {
  const ticket = await unheld('akari')
  const page = await openTicket('akari', ticket.id)
  await buttonTo('チケットを受け取る').click()
  await page.getByRole('dialog').getByText('無料').first().waitFor()
  expect(await page.getByText('購入').count()).toBe(0)
  expect(await page.getByLabel('カード番号').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('switch', { name: '利用規約（サービス条項）に同意する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'この内容で受け取る' }).click()
  await openTaken(ticket.title, 'チケットを受け取りました')
})

it('an entry ticket for members is sold to others together with the membership', async () => {
  const { id } = await sellEntry(server.url, { members_only: 1 })
  const page = await openTicket('aoi', id)
  await page.getByText(/チケット ¥3,000 ＋ ルーム参加 ¥980\/月/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await buttonTo('参加して購入する').click()
  await page.getByRole('dialog', { name: 'チケットの購入' }).getByText('本日の合計').waitFor()
})
