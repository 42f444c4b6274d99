import { expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

const EVENT = {
  publishment_flg: 0,
  start: '2026-11-27T11:00:00.000Z',
  end: '2026-11-27T13:30:00.000Z',
  archive: 0,
  archive_until: null,
} as const
const archived = {
  ...EVENT,
  publishment_flg: 2,
  archive: 1,
  archive_until: '2026-12-03T14:30:00.000Z',
} as const

it.each([
  { event: EVENT, now: '2026-11-27T09:00:00.000Z', value: '開始まであと2時間' },
  { event: EVENT, now: EVENT.start, value: 'まもなく始まります' },
  { event: { ...EVENT, publishment_flg: 1 as const }, now: EVENT.start, value: '22:30 ごろまで' },
  { event: archived, now: '2026-11-28T14:00:00.000Z', value: 'あと5日' },
  { event: archived, now: '2026-12-03T01:00:00.000Z', value: '今日まで' },
  { event: archived, now: archived.archive_until, value: undefined },
  { event: { ...archived, archive: 0 as const }, now: EVENT.end, value: undefined },
])('time left of an event at $now: $value', ({ event, now, value }) => {
  expect(timeLeft(event, now)?.value).toBe(value)
})
