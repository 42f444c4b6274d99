import { expect, it } from 'vitest'
import { paths } from '#pwa/lib/paths.ts'
import {
  foundEvents,
  foundRooms,
  foundTickets,
  resultFilterOf,
  shownKinds,
} from './result-queries.ts'

const filterAt = (path: string) => resultFilterOf(new URL(path, 'http://localhost').searchParams)

it.each([
  ['nothing', '/results', { sort: 'popular' }, { state: 'upcoming' }],
  ['words', '/results?search=猫', { search: '猫' }, { search: '猫' }],
  [
    'a genre',
    '/results?genre=music',
    { sort: 'popular', genre: 'music' },
    { genre: 'music', state: 'upcoming' },
  ],
  [
    'words and this week',
    '/results?search=猫&only=week',
    { search: '猫' },
    { search: '猫', state: 'upcoming', period: 'week' },
  ],
  ['a tag', '/results?tag=朗読', { sort: 'popular', tag: '朗読' }, { tag: '朗読' }],
  [
    'words with a tag',
    '/results?search=猫&tag=朗読&only=free',
    { search: '猫', tag: '朗読' },
    { search: '猫', tag: '朗読', state: 'upcoming', free: 1 },
  ],
  ['archives', '/results?only=archive', { sort: 'popular' }, { state: 'archive' }],
  [
    'what does not exist',
    '/results?genre=toString&only=toString',
    { sort: 'popular' },
    { state: 'upcoming' },
  ],
])('results of %s are queried as the URL says', (_, path, rooms, events) => {
  expect(foundRooms(filterAt(path)).query).toEqual(rooms)
  expect(foundEvents(filterAt(path)).query).toEqual(events)
})

it('a filter of the results survives its URL', () => {
  const filter = { genre: 'reading', only: 'free', tag: '宮沢賢治' } as const
  expect(filterAt(paths.results('夜 & 猫', filter))).toEqual({ terms: '夜 & 猫', ...filter })
  expect(paths.results('', { genre: null, only: null })).toBe('/results')
})

const ALL = { rooms: true, events: true, tickets: true, people: true }

it.each([
  ['nothing', '/results', { ...ALL, people: false }],
  ['words', '/results?search=猫', ALL],
  ['words within a week', '/results?search=猫&only=week', { ...ALL, people: false }],
  ['a genre', '/results?search=猫&genre=music', { ...ALL, people: false }],
  ['a tag', '/results?tag=朗読', { ...ALL, tickets: false, people: false }],
  ['archives', '/results?only=archive', { ...ALL, tickets: false, people: false }],
  [
    'venues',
    '/results?search=猫&only=venue',
    { rooms: false, events: false, tickets: true, people: false },
  ],
])('results of %s have the kinds for which the filter means something', (_, path, kinds) => {
  expect(shownKinds(filterAt(path))).toEqual(kinds)
})

it('results at venues are narrowed by words, genre and week', () => {
  const path = paths.results('灯', { genre: 'reading', only: 'week' })
  const query = { search: '灯', genre: 'reading', period: 'week' }
  expect(foundTickets(filterAt(path)).query).toEqual(query)
})
