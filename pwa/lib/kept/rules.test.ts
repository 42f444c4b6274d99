import { expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import type { Answered } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { inbox } from '#contract/inbox.ts'
import { news } from '#contract/news.ts'
import { orders } from '#contract/orders.ts'
import { rooms } from '#contract/rooms.ts'
import { threads } from '#contract/threads.ts'
import { tickets } from '#contract/tickets.ts'
import { roomOf } from './room-keys.ts'
import { slotOf } from './rules.ts'

const key = ({ method, path }: Answered, input: object = {}) => [method, path, input]

it.each([
  [tickets.listIssued, { query: { limit: 100 } }, { kind: 'list', shelf: 'tickets' }],
  [events.listJoined, {}, { kind: 'list', shelf: 'events' }],
  [tickets.getIssued, { params: { id: 'i1' } }, { kind: 'item', shelf: 'tickets', id: 'i1' }],
  [events.getEvent, { params: { id: 'e1' } }, { kind: 'item', shelf: 'events', id: 'e1' }],
  [news.getArticle, { params: { slug: 'x' } }, { kind: 'seen', fresh: true }],
  [rooms.getRoom, { params: { id: 'aoi' } }, { kind: 'seen', fresh: false }],
  [events.listEvents, { query: { room: 'aoi' } }, { kind: 'seen', fresh: false }],
  [
    threads.listComments,
    { params: { roomid: 'aoi', threadid: '1' } },
    { kind: 'seen', fresh: false },
  ],
  [tickets.listDigitalTickets, { params: { roomid: 'aoi' } }, { kind: 'seen', fresh: false }],
  [
    tickets.getDigitalTicket,
    { params: { roomid: 'aoi', id: 'd1' } },
    { kind: 'seen', fresh: false },
  ],
] as const)('keeps $path', (endpoint, input, slot) => {
  expect(slotOf(key(endpoint, input))).toMatchObject(slot)
})

it.each([
  [inbox.listConversations, {}],
  [orders.listPayments, {}],
  [events.listEvents, { query: { state: 'upcoming' } }],
  [account.getProfile, { params: { name: 'aoi' } }],
] as const)('keeps nothing of $path', (endpoint, input) => {
  expect(slotOf(key(endpoint, input))).toBeNull()
})

it('keeps nothing for keys that are no call of ours', () => {
  expect(slotOf(['GET', 'toString', {}])).toBeNull()
  expect(slotOf(['GET'])).toBeNull()
  expect(slotOf([])).toBeNull()
})

it('knows of which room a seen answer is a part', () => {
  const of = (endpoint: Answered, input: object) => roomOf(JSON.stringify(key(endpoint, input)))
  expect(of(threads.listThreads, { params: { roomid: 'aoi' } })).toBe('aoi')
  expect(of(tickets.listDigitalTickets, { params: { roomid: 'aoi' } })).toBe('aoi')
  expect(of(tickets.getDigitalTicket, { params: { roomid: 'aoi', id: 'd1' } })).toBe('aoi')
  expect(of(events.listEvents, { query: { room: 'aoi' } })).toBe('aoi')
  // The room's own answer is also here for the colour of a ticket.
  expect(of(rooms.getRoom, { params: { id: 'aoi' } })).toBeUndefined()
})
