import type { QueryKey } from '@tanstack/react-query'
import { events } from '#contract/events.ts'
import { news } from '#contract/news.ts'
import { rooms } from '#contract/rooms.ts'
import { threads } from '#contract/threads.ts'
import { tickets } from '#contract/tickets.ts'
import type { Shelf } from './database.ts'

/** Where the answer to a query is kept. */
export type Slot =
  | { kind: 'list'; shelf: Shelf }
  | { kind: 'item'; shelf: Shelf; id: string }
  /** Of a page that was seen: `fresh` ones are shown before the network has answered. */
  | { kind: 'seen'; key: string; fresh: boolean }

interface Input {
  params?: { id?: string; roomid?: string }
  query?: { room?: string }
}
const seen =
  (fresh = false) =>
  (_: Input, key: QueryKey): Slot => ({ kind: 'seen', key: JSON.stringify(key), fresh })

const rules: Record<string, (input: Input, key: QueryKey) => Slot | null> = {
  [tickets.listIssued.path]: () => ({ kind: 'list', shelf: 'tickets' }),
  [events.listJoined.path]: () => ({ kind: 'list', shelf: 'events' }),
  [tickets.getIssued.path]: ({ params }) => ({ kind: 'item', shelf: 'tickets', id: params!.id! }),
  [events.getEvent.path]: ({ params }) => ({ kind: 'item', shelf: 'events', id: params!.id! }),
  [news.listNews.path]: seen(true),
  [news.getArticle.path]: seen(true),
  [rooms.getRoom.path]: seen(),
  [tickets.listDigitalTickets.path]: seen(),
  [tickets.getDigitalTicket.path]: seen(),
  [threads.listThreads.path]: seen(),
  [threads.getThread.path]: seen(),
  [threads.listComments.path]: seen(),
  // Only a room's own: what the home page and the search list is old the next day.
  [events.listEvents.path]: (input, key) => (input.query?.room ? seen()(input, key) : null),
}

/** Null for what is not kept. A query's key is its call: method, path and input. */
export function slotOf(key: QueryKey): Slot | null {
  const [method, path, input] = key as [string, string, Input?]
  const rule = Object.hasOwn(rules, path) ? rules[path] : undefined
  return method === 'GET' && rule ? rule(input ?? {}, key) : null
}
