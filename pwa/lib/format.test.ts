import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as format from './format.ts'

const NOW = '2026-11-20T03:00:00.000Z'
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('relative time', () => {
  it.each([
    [0, '0秒前'],
    [59 * SECOND, '59秒前'],
    [MINUTE, '1分前'],
    [HOUR - SECOND, '59分前'],
    [HOUR, '1時間前'],
    [DAY - SECOND, '23時間前'],
    [DAY, '1日前'],
    [31 * DAY, '31日前'],
    [31 * DAY + SECOND, '2026/10/20 11:59'],
    [-5 * SECOND, '0秒前'],
  ])('formats %d ms as %s', (ms, expected) => {
    expect(format.relative(ago(ms), NOW)).toBe(expected)
  })
})

it('formats dates in Japan time, in any time zone', () => {
  const lateInLondon = '2026-12-31T15:30:00.000Z'
  expect(format.dateTime(lateInLondon)).toBe('2027/01/01 00:30')
  expect(format.date(lateInLondon)).toBe('2027/01/01')
  expect(format.isoDate(lateInLondon)).toBe('2027-01-01')
  expect(format.dotDate(lateInLondon)).toBe('2027.01.01')
  expect(format.dayAndTime(lateInLondon)).toBe('1月1日(金) 00:30')
  expect(format.dateBadgeParts(lateInLondon)).toEqual({ month: 1, day: 1, weekday: '金' })
  expect(format.yearOf(lateInLondon)).toBe(2027)
})

describe('on a device abroad', () => {
  const WINTER = '2027-01-01T15:30:00.000Z'
  afterEach(() => vi.restoreAllMocks())
  const standAt = (hoursFromGreenwich: number) =>
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60 * hoursFromGreenwich)

  it('a time is not named as Japanese where the zone is not known, as on the server', () => {
    standAt(-5)
    expect(format.time(WINTER)).toBe('00:30')
    expect(format.localTime(WINTER)).toBeNull()
  })

  it('a time is named as Japanese, and the local one is there', () => {
    format.knowDeviceZone()
    standAt(-5)
    expect(format.time(WINTER)).toBe('00:30（日本時間）')
    expect(format.dateTime(WINTER)).toBe('2027/01/02 00:30（日本時間）')
    expect(format.dayAndTime(WINTER)).toBe('1月2日(土) 00:30（日本時間）')
    expect(format.bareTime(WINTER)).toBe('00:30')
    expect(format.localTimeFact(WINTER)).toHaveLength(1)
  })

  it('a time is as it always was where clocks show the same as in Japan', () => {
    standAt(9)
    expect(format.dayAndTime(WINTER)).toBe('1月2日(土) 00:30')
    expect(format.localTimeFact(WINTER)).toEqual([])
  })
})

it('counts calendar days', () => {
  expect(format.daysUntil('2026-11-20T14:59:59.000Z', NOW)).toBe(0)
  expect(format.daysUntil('2026-11-20T15:00:00.000Z', NOW)).toBe(1)
  expect(format.daysUntil('2026-11-19T14:59:59.000Z', NOW)).toBe(-1)
})

it('formats money as in the product document', () => {
  expect(format.formatPrice(1980)).toBe('¥1,980（税込）')
  expect(format.monthly(980)).toBe('¥980/1 Month')
  expect(format.formatPrice(0)).toBe('無料')
  expect(format.monthly(0)).toBe('無料')
})

it('keeps all digits of an amount', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 }), (amount) => {
      expect(Number(format.yen(amount).replace(/[¥,]/g, ''))).toBe(amount)
    }),
  )
})
