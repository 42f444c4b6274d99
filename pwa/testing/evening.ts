import type { Page } from 'playwright-core'
import type { Caller } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from './api.ts'

interface Evening {
  owner: Caller
  /** The id of the room `aoi`, and of the ticket. */
  params: { roomid: string; id: string }
  /** The ticket id of each holder, from number A 001 on. */
  ticketIds: string[]
}

const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

/** Creates a free venue event of `aoi` whose doors are open, with a ticket for each of these addresses. */
export async function createEvening(
  siteUrl: string,
  fields: { title: string; venue: string; reentry?: number },
  holders: readonly string[],
): Promise<Evening> {
  const owner = await apiAs(siteUrl, 'owner@example.com')
  const body = formOf({
    ...fields,
    opens: inMinutes(-30),
    start: inMinutes(30),
    end: inMinutes(240),
    amount: 0,
    capacity: 50,
    number_prefix: 'A',
    status: 'published',
  })
  const { id } = await owner(tickets.createTicket, { params: { roomid: 'aoi' }, body })
  const ticketIds: string[] = []
  for (const email of holders) {
    const call = await apiAs(siteUrl, email)
    ticketIds.push((await call(tickets.joinTicket, { params: { id }, body: {} })).ticket_id)
  }
  return { owner, params: { roomid: 'aoi', id }, ticketIds }
}

/** A screenshot of a ticket's code, scrolled clear of the bottom menu. */
export async function delayed(page: Page): Promise<Buffer> {
  const code = page.locator('#root [data-code]')
  await code.waitFor()
  await code.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
  return code.locator('..').screenshot()
}
