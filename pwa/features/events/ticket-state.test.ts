import { expect, it } from 'vitest'
import { ticketStateOf } from './ticket-state.ts'

const event = { is_owner: false, joined: false }

it.each([
  { what: 'a visitor', event, room: { subscribed: false }, session: 'visitor', is: 'visitor' },
  { what: 'one who is offline', event, room: undefined, session: 'offline', is: 'visitor' },
  {
    what: 'one outside the room',
    event,
    room: { subscribed: false },
    session: 'member',
    is: 'outside',
  },
  {
    what: 'one whose room is not loaded',
    event,
    room: undefined,
    session: 'member',
    is: 'outside',
  },
  { what: 'a member', event, room: { subscribed: true }, session: 'member', is: 'member' },
  {
    what: 'a holder',
    event: { ...event, joined: true },
    room: undefined,
    session: 'member',
    is: 'held',
  },
  {
    what: 'the owner, who needs none',
    event: { is_owner: true, joined: true },
    room: { subscribed: false },
    session: 'member',
    is: 'owner',
  },
] as const)('of $what is $is', ({ event, room, session, is }) => {
  expect(ticketStateOf(event, room, session)).toBe(is)
})
