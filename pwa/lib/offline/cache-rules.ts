import type { QueryKey } from '@tanstack/react-query'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { news } from '#contract/news/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { keyOf } from '../api/api.ts'
import { COMING, OFFICIAL, ON_AIR, POPULAR } from '../api/queries.ts'
import type { ListStore } from './database.ts'
import { type InputIds, idsIn } from './input-ids.ts'

/** Where the answer to a query is cached. */
export type CachePlace =
  | { kind: 'list'; store: ListStore }
  | { kind: 'item'; store: ListStore; id: string }
  /** A visited page. */
  | { kind: 'visited'; key: string }
/**
 * `atOnce`: the copy is shown before the network answers. `maxAgeMs`: shown to members only, until then only, and
 * while it is younger than this, in milliseconds.
 */
export type CacheSlot = CachePlace & { atOnce: boolean; maxAgeMs?: number }

/** Key of the cached copy of a visited page. */
export const visitedKey = (key: QueryKey): string => JSON.stringify(key)

const list = (store: ListStore) => (): CacheSlot => ({ kind: 'list', store, atOnce: true })
const item =
  (store: ListStore) =>
  ({ id }: InputIds): CacheSlot => ({
    kind: 'item',
    store,
    id: defined(id, 'the id of an item'),
    atOnce: true,
  })
const visited =
  (atOnce: boolean) =>
  (_: InputIds, key: QueryKey): CacheSlot => ({ kind: 'visited', key: visitedKey(key), atOnce })

/** The public lists of the home page, which are outdated the next day. */
const HOME = new Set(
  [
    keyOf(events.listEvents, ON_AIR),
    keyOf(events.listEvents, COMING),
    keyOf(rooms.listRooms, OFFICIAL),
    keyOf(rooms.listRooms, POPULAR),
  ].map(visitedKey),
)
const ofHome = (_: InputIds, key: QueryKey): CacheSlot | null =>
  HOME.has(visitedKey(key))
    ? { kind: 'visited', key: visitedKey(key), atOnce: true, maxAgeMs: DAY_MS }
    : null

const rules: Record<string, (ids: InputIds, key: QueryKey) => CacheSlot | null> = {
  [tickets.listIssued.path]: list('tickets'),
  [events.listJoined.path]: list('events'),
  [tickets.getIssued.path]: item('tickets'),
  [events.getEvent.path]: item('events'),
  [news.listNews.path]: visited(true),
  [news.getArticle.path]: visited(true),
  [rooms.getRoom.path]: visited(true),
  [rooms.listRooms.path]: ofHome,
  [rooms.listSubscribed.path]: visited(true),
  [tickets.listDigitalTickets.path]: visited(true),
  [tickets.getDigitalTicket.path]: visited(true),
  [inbox.listConversations.path]: visited(true),
  // Not before the answer: its reader may have left the room.
  [notifications.listNotifications.path]: visited(false),
  // What a store asks for must be there without a network, too.
  [vouchers.listVouchers.path]: visited(true),
  [vouchers.getVoucher.path]: visited(true),
  [inbox.getConversation.path]: visited(true),
  // Not before the answer: its reader may have left the room.
  [threads.listThreads.path]: visited(false),
  [threads.getThread.path]: visited(false),
  [threads.listComments.path]: visited(false),
  [events.listEvents.path]: (ids, key) => (ids.room ? visited(true) : ofHome)(ids, key),
}

/** Null: not cached. A query's key is its call: method, path and input. */
export function cacheSlot(key: QueryKey): CacheSlot | null {
  const [method, path] = key
  const rule = typeof path === 'string' && Object.hasOwn(rules, path) ? rules[path] : undefined
  return method === 'GET' && rule ? rule(idsIn(key), key) : null
}
