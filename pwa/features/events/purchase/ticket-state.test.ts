import { expect, it } from 'vitest'
import { ticketStateOf } from './ticket-state.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const event = {
  is_owner: false,
  cancelled: false,
  joined: false,
  publishment_flg: 0,
  sales_end: '2026-11-20T12:00:00.000Z',
  remaining: 3,
  amount: 1_980,
  end: '2026-11-20T12:00:00.000Z',
  can: { buy: true, watch: false, speak: false, edit: false, moderate: false },
} as const
const visitor = { room: { subscribed: false, state: 1 }, session: 'visitor' } as const

it.each([
  {
    what: 'a visitor',
    event,
    room: { subscribed: false, state: 1 },
    session: 'visitor',
    is: 'visitor',
  },
  { what: 'one who is offline', event, room: undefined, session: 'offline', is: 'visitor' },
  {
    what: 'one outside the room',
    event,
    room: { subscribed: false, state: 1 },
    session: 'member',
    is: 'outside',
  },
  {
    what: 'a visitor of a room that takes no new members',
    event,
    room: { subscribed: false, state: 8 },
    session: 'visitor',
    is: 'closed',
  },
  {
    what: 'a member of such a room',
    event,
    room: { subscribed: true, state: 8 },
    session: 'member',
    is: 'member',
  },
  {
    what: 'one whose room is not loaded',
    event,
    room: undefined,
    session: 'member',
    is: 'unknown',
  },
  { what: 'a full house', event: { ...event, remaining: 0 }, ...visitor, is: 'full' },
  { what: 'sales that ended', event: { ...event, sales_end: NOW }, ...visitor, is: 'over' },
  {
    what: 'sales that begin later',
    event: { ...event, end: '2027-02-08T10:00:00.001Z', sales_end: '2027-02-08T10:00:00.000Z' },
    ...visitor,
    is: 'early',
  },
  {
    what: 'a free ticket, however early,',
    event: { ...event, amount: 0, end: '2027-03-08T10:00:00.000Z' },
    ...visitor,
    is: 'visitor',
  },
  { what: 'an event that was', event: { ...event, publishment_flg: 3 }, ...visitor, is: 'over' },
  { what: 'one called off', event: { ...event, cancelled: true }, ...visitor, is: 'cancelled' },
  {
    what: 'a member',
    event,
    room: { subscribed: true, state: 1 },
    session: 'member',
    is: 'member',
  },
  {
    what: 'a member whom the owner has sent away',
    event: { ...event, can: { ...event.can, buy: false } },
    room: { subscribed: true, state: 1 },
    session: 'member',
    is: 'refused',
  },
  {
    what: 'a holder',
    event: { ...event, joined: true },
    room: undefined,
    session: 'member',
    is: 'held',
  },
  {
    what: 'the owner, who needs none',
    event: { ...event, is_owner: true, joined: true },
    room: { subscribed: false, state: 1 },
    session: 'member',
    is: 'owner',
  },
] as const)('state for $what is $is', ({ event, room, session, is }) => {
  expect(ticketStateOf(event, room, session, NOW)).toBe(is)
})
