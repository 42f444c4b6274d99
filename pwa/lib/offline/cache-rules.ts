import type { QueryKey } from '@tanstack/react-query'
import { events } from '#contract/events/calls.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { ListStore } from './database.ts'

/** Where the answer to a query is cached. */
export type CacheSlot =
  | { kind: 'list'; store: ListStore }
  | { kind: 'item'; store: ListStore; id: string }
  /** A visited page. `fresh`: its copy is shown at once, before the network answers. */
  | { kind: 'visited'; key: string; fresh: boolean }

interface Input {
  params?: { id?: string; roomid?: string }
  query?: { room?: string }
}
const visited =
  (fresh = false) =>
  (_: Input, key: QueryKey): CacheSlot => ({ kind: 'visited', key: JSON.stringify(key), fresh })

const rules: Record<string, (input: Input, key: QueryKey) => CacheSlot | null> = {
  [tickets.listIssued.path]: () => ({ kind: 'list', store: 'tickets' }),
  [events.listJoined.path]: () => ({ kind: 'list', store: 'events' }),
  [tickets.getIssued.path]: ({ params }) => ({ kind: 'item', store: 'tickets', id: params!.id! }),
  [events.getEvent.path]: ({ params }) => ({ kind: 'item', store: 'events', id: params!.id! }),
  [news.listNews.path]: visited(true),
  [news.getArticle.path]: visited(true),
  [rooms.getRoom.path]: visited(),
  [tickets.listDigitalTickets.path]: visited(),
  [tickets.getDigitalTicket.path]: visited(),
  [threads.listThreads.path]: visited(),
  [threads.getThread.path]: visited(),
  [threads.listComments.path]: visited(),
  // Only the events of one room: the lists of the home page and the search are outdated the next day.
  [events.listEvents.path]: (input, key) => (input.query?.room ? visited()(input, key) : null),
}

/** Null: not cached. A query's key is its call: method, path and input. */
export function cacheSlot(key: QueryKey): CacheSlot | null {
  const [method, path, input] = key as [string, string, Input?]
  const rule = Object.hasOwn(rules, path) ? rules[path] : undefined
  return method === 'GET' && rule ? rule(input ?? {}, key) : null
}
