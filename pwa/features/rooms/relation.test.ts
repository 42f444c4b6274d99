import { expect, it } from 'vitest'
import { relationOf } from './relation.ts'

const room = { is_owner: false, subscribed: false, state: 1 } as const

it.each([
  { room, session: 'visitor', is: 'visitor' },
  { room, session: 'member', is: 'stranger' },
  { room: { ...room, subscribed: true }, session: 'member', is: 'member' },
  { room: { ...room, is_owner: true }, session: 'member', is: 'owner' },
  { room: { ...room, state: 8 }, session: 'member', is: 'closed' },
  { room: { ...room, state: 8 }, session: 'visitor', is: 'closed' },
  { room: { ...room, state: 8, subscribed: true }, session: 'member', is: 'member' },
] as const)('role in $room of a $session is $is', ({ room, session, is }) => {
  expect(relationOf(room, session)).toBe(is)
})
