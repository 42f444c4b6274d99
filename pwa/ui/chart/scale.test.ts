import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisLabel, scaleOf } from './scale.ts'

const profits = fc.array(fc.integer({ min: -1_000_000, max: 100_000_000 }), { maxLength: 31 })

describe('scale of the chart', () => {
  it('has round steps', () => {
    expect(scaleOf([11_880, 24_750, 23_760]).ticks).toEqual([0, 10_000, 20_000])
    expect(scaleOf([300, 980]).ticks).toEqual([0, 500])
  })

  it('is valid without sales', () => {
    expect(scaleOf([0, 0, 0])).toEqual({ low: 0, high: 1, ticks: [0] })
    expect(scaleOf([])).toEqual({ low: 0, high: 1, ticks: [0] })
  })

  it('extends below zero if refunds exceed sales', () => {
    expect(scaleOf([-1_980, 3_960])).toMatchObject({ low: -1_980, high: 3_960, ticks: [0, 2_000] })
  })

  it('contains every value and zero, with at most four grid lines', () => {
    fc.assert(
      fc.property(profits, (values) => {
        const { low, high, ticks } = scaleOf(values)
        expect(low).toBeLessThan(high)
        for (const value of [0, ...values]) {
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
        }
        expect(ticks.some((tick) => tick === 0)).toBe(true)
        expect(ticks.length).toBeLessThanOrEqual(4)
        for (const tick of ticks) {
          expect(Number.isInteger(tick)).toBe(true)
          expect(tick).toBeGreaterThanOrEqual(low)
          expect(tick).toBeLessThanOrEqual(high)
        }
      }),
    )
  })

  it.each([
    { yen: 0, words: '0' },
    { yen: 5_000, words: '5,000' },
    { yen: 10_000, words: '1万' },
    { yen: 25_000, words: '2.5万' },
    { yen: -20_000, words: '-2万' },
  ])('formats $yen as $words', ({ yen, words }) => expect(axisLabel(yen)).toBe(words))
})
