import { expect, inject, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { letIn, openContext, openHydrated, openPage, PHONE, sharedBrowser } from '../../browser.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'
const NEW_YORK = 'America/New_York'

async function open(timezoneId: string) {
  const context = await openContext(await sharedBrowser(), { viewport: PHONE, timezoneId })
  return openPage(context)
}
const clockIn = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat('ja-JP', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))

/** What a page says of this instant abroad. */
const bothTimes = (instant: string) => [
  `${clockIn('Asia/Tokyo', instant)}（日本時間）`,
  new RegExp(`現地時間\\s*\\S+ ${clockIn(NEW_YORK, instant)}`),
]

it('the page of an event shows Japanese and local time abroad, and one time in Japan', async () => {
  const call = await apiAs(siteUrl, null)
  const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const { id, start } = items[0]!
  const path = `/community/aoi/event/${id}`
  const abroad = await open(NEW_YORK)
  await openHydrated(abroad.page, siteUrl + path)
  for (const text of bothTimes(start))
    await abroad.page.locator('main').getByText(text).first().waitFor()
  expect(abroad.complaints).toEqual([])

  const home = await open('Asia/Tokyo')
  await openHydrated(home.page, siteUrl + path)
  expect(await home.page.locator('main').innerText()).not.toMatch(/日本時間|現地時間/)
})

it('a ticket shows Japanese and local time abroad', { tags: 'full' }, async () => {
  const call = await apiAs(siteUrl, FAN)
  const { items } = await call(tickets.listIssued, {})
  const { id, ticket } = items[0]!
  const { page } = await open(NEW_YORK)
  await letIn(page, siteUrl, FAN)
  await page.goto(`${siteUrl}/account/ticketbox/ticket/${id}`)
  for (const text of bothTimes(ticket.starts_at))
    await page.locator('main').getByText(text).first().waitFor()
})
