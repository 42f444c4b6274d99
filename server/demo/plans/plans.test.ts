import { expect, it } from 'vitest'
import type * as z from 'zod'
import { shapes as account } from '#contract/account/shapes.ts'
import { shapes as events } from '#contract/events/shapes.ts'
import { shapes as live } from '#contract/live/shapes.ts'
import { shapes as rooms } from '#contract/rooms/shapes.ts'
import { writes as threads } from '#contract/threads/shapes.ts'
import { TicketWriting } from '#contract/tickets/writing.schema.ts'
import { nextWeekday } from '../tables.ts'
import { EVENT_PLANS } from './event-plans.ts'
import { LINKS, MEMBERS, OWNERS } from './named-people.ts'
import { ROOM_PLANS } from './room-plans.ts'
import { GREETINGS, HOSTING, LISTENING, SHORT } from './talk-lines.ts'
import { THREAD_PLANS } from './thread-plans.ts'
import { TICKET_PLANS } from './ticket-plans.ts'

/** What the form of a page would refuse: each field with its message. */
const refused = (form: z.ZodType, written: object[]): string[] =>
  written.flatMap((one) => {
    const { error } = form.safeParse(one)
    return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  })

const linksOf = (links: [string, string][] = []) =>
  JSON.stringify(links.map(([title, url]) => ({ title, url })))

it('has profiles that a person could have written', () => {
  const written = [...OWNERS, ...MEMBERS].map(([name, display_name, , about]) => ({
    display_name,
    about,
    links: linksOf(LINKS[name]),
  }))
  expect(refused(account.changeProfile.body, written)).toEqual([])
})

it('has rooms that their owners could have written', () => {
  const written = ROOM_PLANS.map(({ title, about, amount, menus }) => ({
    title,
    about,
    amount: String(amount),
    room_menus: linksOf(menus),
  }))
  expect(refused(rooms.createRoom.body, written)).toEqual([])
})

it('has events that owners could have written', () => {
  const written = EVENT_PLANS.map(
    ({ title, about, amount, capacity, archiveDays = 0, liveAmount }) => ({
      title,
      about,
      amount: String(amount),
      capacity: String(capacity),
      archive_days: String(archiveDays),
      live_amount: liveAmount === undefined ? '' : String(liveAmount),
    }),
  )
  expect(refused(events.createOwn.body, written)).toEqual([])
})

it('has entry tickets that owners could have written', () => {
  const written = TICKET_PLANS.map(({ title, about, venue, amount, capacity }) => ({
    title,
    about,
    venue,
    amount: String(amount),
    capacity: String(capacity),
  }))
  expect(refused(TicketWriting, written)).toEqual([])
})

it('has threads that members could have written', () => {
  const written = THREAD_PLANS.map(({ title, text }) => ({ title, text }))
  expect(refused(threads.createThread.body, written)).toEqual([])
})

it('has lines of talk that viewers could have written', () => {
  const written = [...GREETINGS, ...LISTENING, ...SHORT, ...HOSTING].map((message) => ({ message }))
  expect(refused(live.postTalk.body, written)).toEqual([])
})

it('names no season in a title, as the demo is filled at any time of the year', () => {
  const titles = [...EVENT_PLANS, ...TICKET_PLANS].map(({ title }) => title)
  expect(titles.filter((title) => /[春夏秋冬]|年越し|年忘れ|正月|クリスマス/.test(title))).toEqual(
    [],
  )
})

it('holds an event on the weekday that its title names', () => {
  const named = EVENT_PLANS.filter(({ title }) => /[月火水木金土日]曜/.test(title))
  expect(named.length).toBeGreaterThan(0)
  for (const { title, when } of named)
    expect(title).toContain(`${'weekday' in when ? when.weekday : ''}曜`)
})

it.each([
  ['2026-11-27', '金', 1, '2026-11-27'],
  ['2026-11-27', '日', 1, '2026-11-29'],
  ['2026-11-27', '木', 1, '2026-12-03'],
  ['2026-11-27', '土', -1, '2026-11-21'],
  ['2026-11-27', '木', -1, '2026-11-26'],
] as const)('from %s the %s in direction %i is %s', (day, weekday, direction, next) => {
  expect(nextWeekday(day, weekday, direction)).toBe(next)
})
