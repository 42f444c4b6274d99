import type { Page } from 'playwright-core'
import type { Caller } from '#contract/caller.ts'
import { tickets } from '#contract/tickets.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from './api.ts'

interface Evening {
  owner: Caller
  /** Of aoi's room and of the ticket. */
  params: { roomid: string; id: string }
  /** The ids of the tickets that each has, from A 001 on. */
  held: string[]
}

const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

/** A free evening of aoi's whose doors are open now, with a ticket for each of these addresses. */
export async function openEvening(
  siteUrl: string,
  named: { title: string; venue: string; reentry?: number },
  holders: readonly string[],
): Promise<Evening> {
  const owner = await apiAs(siteUrl, 'owner@example.com')
  const body = formOf({
    ...named,
    opens: inMinutes(-30),
    start: inMinutes(30),
    end: inMinutes(240),
    amount: 0,
    capacity: 50,
    number_prefix: 'A',
    status: 'published',
  })
  const { id } = await owner(tickets.createTicket, { params: { roomid: 'aoi' }, body })
  const held: string[] = []
  for (const email of holders) {
    const call = await apiAs(siteUrl, email)
    held.push((await call(tickets.joinTicket, { params: { id }, body: {} })).ticket_id)
  }
  return { owner, params: { roomid: 'aoi', id }, held }
}

/** A ticket's code as its holder holds it up: whole, and not below the menu that stays at the foot of the page. */
export async function heldUp(page: Page): Promise<Buffer> {
  const code = page.locator('#root [data-code]')
  await code.waitFor()
  await code.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
  return code.locator('..').screenshot()
}
