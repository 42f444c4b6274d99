import { events } from '#contract/events/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from './api.ts'

const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

type Fields = Record<string, string | number>

/** What its owner has published, with the path of its page. */
interface OnSale {
  id: string
  path: string
}

/** Publishes a paid event of `aoi`, in twenty days. */
export async function sellEvent(siteUrl: string, fields: Fields = {}): Promise<OnSale> {
  const owner = await apiAs(siteUrl, 'owner@example.com')
  const { id } = await owner(events.createOwn, {
    body: formOf({
      ...{ title: '冬の夜の朗読', start: inDays(20), end: inDays(20.1) },
      ...{ amount: 1_980, capacity: 10, status: 'published', ...fields },
    }),
  })
  return { id, path: `/community/aoi/event/${id}` }
}

/** Publishes a paid entry ticket of `aoi`, in twenty days. */
export async function sellEntry(siteUrl: string, fields: Fields = {}): Promise<OnSale> {
  const owner = await apiAs(siteUrl, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: formOf({
      ...{ title: '冬の夜の朗読', venue: '喫茶 ことり', start: inDays(20), end: inDays(20.1) },
      ...{ amount: 3_000, capacity: 20, status: 'published', ...fields },
    }),
  })
  return { id, path: `/community/aoi/e_ticket/${id}` }
}
