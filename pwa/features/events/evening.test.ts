import { expect, it } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import { anEvent } from '../tickets/testing/samples.ts'
import { firstEvent } from './evening.ts'
import { placesLabel } from './places-label.ts'
import { startLabel } from './start-label.ts'

const NOW = '2026-11-27T09:00:00.000Z'
const onAir = (id: string, joined = false): Event => anEvent({ id, joined, publishment_flg: 1 })
const held = (id: string, start: string): Event => anEvent({ id, start })
const TONIGHT = '2026-11-27T11:00:00.000Z'

it.each([
  {
    name: 'one of theirs on air',
    live: [onAir('a'), onAir('b', true)],
    held: [held('c', TONIGHT)],
    first: 'b',
  },
  { name: 'their own of tonight', live: [onAir('a')], held: [held('c', TONIGHT)], first: 'c' },
  {
    name: 'another on air',
    live: [onAir('a')],
    held: [held('c', '2026-11-28T09:00:00.000Z')],
    first: 'a',
  },
  {
    name: 'not their own that never began',
    live: [onAir('a')],
    held: [held('b', '2026-11-27T08:00:00.000Z'), held('c', TONIGHT)],
    first: 'c',
  },
  { name: 'another on air', live: [onAir('a')], held: [anEvent({ cancelled: true })], first: 'a' },
  { name: 'none', live: [], held: [], first: undefined },
])('home shows the user $name first', ({ live, held, first }) => {
  expect(firstEvent(live, held, NOW)?.id).toBe(first)
})

it.each([
  ['2026-11-27T03:00:00.000Z', '今日 12:00'],
  ['2026-11-27T08:00:00.000Z', '今夜 17:00'],
  ['2026-11-27T15:00:00.000Z', '明日 00:00'],
  ['2026-11-28T15:00:00.000Z', '11月29日(日) 00:00'],
])('a start of %s is named %s', (start, label) => {
  expect(startLabel(start, NOW)).toBe(label)
})

it('places that are left are named only while tickets can be had', () => {
  expect(placesLabel(anEvent({ joined: false, remaining: 1_200 }), NOW)).toBe('残り1,200枚')
  expect(placesLabel(anEvent({ joined: false, remaining: 0 }), NOW)).toBeNull()
  expect(placesLabel(anEvent({ joined: true, remaining: 3 }), NOW)).toBeNull()
  expect(placesLabel(anEvent({ joined: false, remaining: 3, sales_end: NOW }), NOW)).toBeNull()
  expect(placesLabel(anEvent({ joined: false, publishment_flg: 3 }), NOW)).toBeNull()
})
