import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LIVE_URL_POLL_FOR_MS,
  LIVE_URL_POLL_MS,
  TALK_MAX_CHARS,
  TALK_POLL_FOR_MS,
  TALK_POLL_MS,
} from '../live/limits.ts'
import { FEE_PERCENT } from '../service-fee/limits.ts'
import { PRICE } from './limits.ts'
import { isUnderAge, liveUrlPollEvery, platformFee, talkFits, talkPollEvery } from './rules.ts'

it.each([
  { flg: 0, elapsed: 0, every: false },
  { flg: 1, elapsed: 0, every: TALK_POLL_MS },
  { flg: 1, elapsed: TALK_POLL_FOR_MS - 1, every: TALK_POLL_MS },
  { flg: 1, elapsed: TALK_POLL_FOR_MS, every: false },
  { flg: 2, elapsed: 0, every: TALK_POLL_MS },
  { flg: 3, elapsed: 0, every: false },
] as const)(
  'polls the talk at flag $flg after $elapsed ms every $every',
  ({ flg, elapsed, every }) => {
    expect(talkPollEvery(flg, elapsed)).toBe(every)
  },
)

const FAMILY = '👨‍👩‍👧‍👦' // 11 UTF-16 units
it.each([
  { what: 'the last plain character', text: 'あ'.repeat(TALK_MAX_CHARS), fits: true },
  { what: 'one plain character more', text: 'あ'.repeat(TALK_MAX_CHARS + 1), fits: false },
  { what: 'the last composed character', text: 'か\u3099'.repeat(TALK_MAX_CHARS), fits: true },
  { what: 'one composed character more', text: 'か\u3099'.repeat(TALK_MAX_CHARS + 1), fits: false },
  { what: '990 units in 90 characters', text: FAMILY.repeat(90), fits: true },
  { what: '1,001 units in 91 characters', text: FAMILY.repeat(91), fits: false },
])('length check of $what: $fits', ({ text, fits }) => {
  expect(talkFits(text)).toBe(fits)
})

it.each([
  { flg: 0, hasUrl: false, elapsed: 0, every: LIVE_URL_POLL_MS },
  { flg: 1, hasUrl: false, elapsed: LIVE_URL_POLL_FOR_MS - 1, every: LIVE_URL_POLL_MS },
  { flg: 1, hasUrl: false, elapsed: LIVE_URL_POLL_FOR_MS, every: false },
  { flg: 1, hasUrl: true, elapsed: 0, every: false },
  { flg: 3, hasUrl: false, elapsed: 0, every: false },
] as const)('polls the stream’s address at flag $flg after $elapsed ms every $every', (at) => {
  expect(liveUrlPollEvery(at.flg, at.hasUrl, at.elapsed)).toBe(at.every)
})

it('is a whole number of yen and at most the sale', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), fc.integer(FEE_PERCENT), (amount, percent) => {
      const fee = platformFee(amount, percent)
      expect(Number.isInteger(fee)).toBe(true)
      expect(fee).toBeGreaterThanOrEqual(0)
      expect(fee * 100).toBeLessThanOrEqual(amount * percent)
    }),
  )
})

it('is never zero for an allowed price, as the provider takes no fee of zero', () => {
  expect(platformFee(PRICE.min, FEE_PERCENT.min)).toBeGreaterThan(0)
})

describe('coming of age', () => {
  const born = { birthY: 2008, birthM: 11, birthD: 21 }
  it.each([
    ['the evening before the eighteenth birthday in Japan', '2026-11-20T14:59:59.999Z', true],
    ['midnight of that day', '2026-11-20T15:00:00.000Z', false],
    ['the day after', '2026-11-21T15:00:00.000Z', false],
  ])('%s', (_, now, minor) => {
    expect(isUnderAge(born, now)).toBe(minor)
  })
})
