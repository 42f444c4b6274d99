import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import type { Answered } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { news } from '#contract/news/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { COMING, POPULAR } from '../api/queries.ts'
import { cacheSlot } from './cache-rules.ts'
import { roomOfKey } from './room-keys.ts'

const key = ({ method, path }: Answered, input: object = {}) => [method, path, input]

it.each([
  [tickets.listIssued, { query: { limit: 100 } }, { kind: 'list', store: 'tickets', atOnce: true }],
  [events.listJoined, {}, { kind: 'list', store: 'events', atOnce: true }],
  [
    tickets.getIssued,
    { params: { id: 'i1' } },
    { kind: 'item', store: 'tickets', id: 'i1', atOnce: true },
  ],
  [
    events.getEvent,
    { params: { id: 'e1' } },
    { kind: 'item', store: 'events', id: 'e1', atOnce: true },
  ],
  [rooms.listSubscribed, {}, { kind: 'visited', atOnce: true }],
  [events.listEvents, COMING, { kind: 'visited', atOnce: true, maxAgeMs: DAY_MS }],
  [rooms.listRooms, POPULAR, { kind: 'visited', atOnce: true, maxAgeMs: DAY_MS }],
  [news.getArticle, { params: { slug: 'x' } }, { kind: 'visited', atOnce: true }],
  [rooms.getRoom, { params: { id: 'aoi' } }, { kind: 'visited', atOnce: true }],
  [events.listEvents, { query: { room: 'aoi' } }, { kind: 'visited', atOnce: true }],
  [inbox.listConversations, {}, { kind: 'visited', atOnce: true }],
  [inbox.getConversation, { params: { id: 'm1' } }, { kind: 'visited', atOnce: true }],
  [notifications.listNotifications, {}, { kind: 'visited', atOnce: false }],
  [news.listNews, {}, { kind: 'visited', atOnce: true }],
  [threads.listThreads, { params: { roomid: 'aoi' } }, { kind: 'visited', atOnce: false }],
  [
    threads.getThread,
    { params: { roomid: 'aoi', threadid: '1' } },
    { kind: 'visited', atOnce: false },
  ],
  [
    threads.listComments,
    { params: { roomid: 'aoi', threadid: '1' } },
    { kind: 'visited', atOnce: false },
  ],
  [tickets.listDigitalTickets, { params: { roomid: 'aoi' } }, { kind: 'visited', atOnce: true }],
  [
    tickets.getDigitalTicket,
    { params: { roomid: 'aoi', id: 'd1' } },
    { kind: 'visited', atOnce: true },
  ],
] as const)('caches $path', (endpoint, input, slot) => {
  expect(cacheSlot(key(endpoint, input))).toMatchObject(slot)
})

it.each([
  [orders.listPayments, {}],
  [events.listEvents, { query: { state: 'upcoming' } }],
  [rooms.listRooms, { query: { search: 'x' } }],
  [account.getProfile, { params: { name: 'aoi' } }],
] as const)('does not cache $path', (endpoint, input) => {
  expect(cacheSlot(key(endpoint, input))).toBeNull()
})

it('does not cache a query whose key is no API call', () => {
  expect(cacheSlot(['GET', 'toString', {}])).toBeNull()
  expect(cacheSlot(['GET'])).toBeNull()
  expect(cacheSlot([])).toBeNull()
})

it('finds the room of a cached answer in its key', () => {
  const of = (endpoint: Answered, input: object) => roomOfKey(JSON.stringify(key(endpoint, input)))
  expect(of(threads.listThreads, { params: { roomid: 'aoi' } })).toBe('aoi')
  expect(of(tickets.listDigitalTickets, { params: { roomid: 'aoi' } })).toBe('aoi')
  expect(of(tickets.getDigitalTicket, { params: { roomid: 'aoi', id: 'd1' } })).toBe('aoi')
  expect(of(events.listEvents, { query: { room: 'aoi' } })).toBe('aoi')
  // `getRoom` does not count as a visit: it is also cached for the color of a ticket.
  expect(of(rooms.getRoom, { params: { id: 'aoi' } })).toBeUndefined()
})
