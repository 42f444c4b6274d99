import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import { defined } from '#contract/lib/defined.ts'
import { recordOf } from '#contract/lib/records.ts'
import type { Schema } from '#server/db/schema.ts'

const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土'] as const
const WEEK = WEEKDAYS.length
export type Weekday = (typeof WEEKDAYS)[number]

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** In order of their foreign keys. Search, outbox and system tables are filled by the code itself. */
export const TABLES = [
  ...['user', 'name_history', 'profile_link', 'notification_setting', 'follow'],
  ...['room', 'room_tag', 'room_menu', 'room_staff', 'stamp', 'membership'],
  ...['thread', 'thread_media', 'comment', 'reaction'],
  ...['conversation', 'conversation_member', 'message', 'announcement'],
  ...['event', 'event_notify', 'broadcast', 'talk', 'talk_author', 'talk_total', 'watch_total'],
  'watch_minute',
  ...['talk_reaction', 'caption', 'event_tag'],
  ...['digital_ticket', 'ticket_type', 'credential_key', 'gate'],
  ...['lottery', 'draw_text', 'lottery_group', 'application'],
  ...[
    'seller_account',
    'customer',
    'seller_customer',
    'saved_card',
    'order',
    'attempt',
    'hold',
    'waitlist',
    'seat_offer',
    'entitlement',
  ],
  ...['issued_ticket', 'companion_seat', 'gate_log', 'refund', 'ledger_entry', 'payout', 'receipt'],
  ...['report', 'takedown', 'disclosure_request', 'task_assignment', 'ng_word'],
  ...['notification', 'news', 'counter'],
] as const satisfies (keyof Schema)[]

type DemoTable = (typeof TABLES)[number]
export type DemoRows = { [T in DemoTable]: Schema[T][] }

/** Demo rows, built in memory and written together. */
export interface Book {
  now: number
  newId: () => string
  rows: DemoRows
  add: <T extends DemoTable>(table: T, row: Schema[T]) => Schema[T]
  /** Pseudorandom in [0, 1), the same sequence each time. */
  random: () => number
  /** Integer between `from` and `to`, both included. */
  between: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  /** A random selection of a list, in random order. */
  some: <T>(list: readonly T[], count: number) => T[]
  /** Instant relative to now; in the future if negative. */
  ago: (ms: number) => string
  /** About that many minutes ago, rounded to ten minutes. */
  roundedAgo: (minutes: number) => string
  /** A time of day in Japan, relative to today. */
  /** A weekday moves it away from today, to the next such day. */
  onDay: (days: number, time: string, weekday?: Weekday) => string
}

const SEED = 20_201_120

export function openBook(now: Date, newId: () => string): Book {
  const random = seeded(SEED)
  const rows: DemoRows = recordOf(TABLES, () => [])
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return {
    now: now.getTime(),
    newId,
    rows,
    add: (table, row) => {
      rows[table].push(row)
      return row
    },
    random,
    between,
    pick: (list) => cycled(list, between(0, list.length - 1)),
    some: (list, count) =>
      list
        .map((item) => ({ item, at: random() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ item }) => item),
    ago: (ms) => new Date(now.getTime() - Math.round(ms)).toISOString(),
    roundedAgo: (minutes) => {
      const ten = 10 * MINUTE
      return new Date(Math.floor((now.getTime() - minutes * MINUTE) / ten) * ten).toISOString()
    },
    onDay: (days, time, weekday) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      const day = addDays(dayOf(now), days)
      const shifted = weekday ? nextWeekday(day, weekday, days < 0 ? -1 : 1) : day
      const midnight = Date.parse(startOf(shifted))
      return new Date(midnight + hours * HOUR + minutes * MINUTE).toISOString()
    },
  }
}

/** The weekday of the day itself, or the next one in this direction. */
export function nextWeekday(day: string, weekday: Weekday, direction: 1 | -1): string {
  const distance = WEEKDAYS.indexOf(weekday) - new Date(`${day}T00:00:00Z`).getUTCDay()
  const ahead = (((direction * distance) % WEEK) + WEEK) % WEEK
  return addDays(day, direction * ahead)
}

/** mulberry32: a small, fast and portable generator. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An entry of a list that begins again after its end. */
export const cycled = <T>(list: readonly T[], n: number): T =>
  defined(list[n % list.length], 'an entry of an empty list')
