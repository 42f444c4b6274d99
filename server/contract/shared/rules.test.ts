import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEE_PERCENT } from '../service-fee/limits.ts'
import { PRICE } from './limits.ts'
import { isUnderAge, platformFee } from './rules.ts'

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
