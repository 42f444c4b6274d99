import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BIRTH_YEAR_MIN } from '#contract/auth/limits.ts'
import { ageAt } from './birthday.ts'

const NOW = new Date('2026-11-20T03:00:00.000Z')
const at = (text: string) => new Date(text)
const born = (text: string) => {
  const [birthY, birthM, birthD] = text.split('-').map(Number) as [number, number, number]
  return { birthY, birthM, birthD }
}

describe('birthday', () => {
  it.each([
    ['2008-11-19', 18],
    ['2008-11-20', 18],
    ['2008-11-21', 17],
    ['2026-11-20', 0],
    [`${BIRTH_YEAR_MIN}-01-01`, 126],
    ['2004-02-29', 22],
  ])('%s gives an age of %i', (day, age) => {
    expect(ageAt(NOW, born(day))).toBe(age)
  })

  it.each([
    '2026-11-21',
    '2027-01-01',
    '1899-12-31',
    '2005-02-29',
    '1900-02-29',
    '2000-04-31',
    '2000-13-01',
    '2000-00-10',
    '2000-01-00',
    '99-01-01',
    '0-1-1',
    '999999999-1-1',
  ])('%s is invalid', (day) => {
    expect(ageAt(NOW, born(day))).toBeNull()
  })

  it('begins at midnight in Japan', () => {
    const day = born('2008-11-20')
    expect(ageAt(at('2026-11-19T14:59:59.999Z'), day)).toBe(17)
    expect(ageAt(at('2026-11-19T15:00:00.000Z'), day)).toBe(18)
  })

  it('on February 29 is on March 1 in other years', () => {
    const day = born('2008-02-29')
    expect(ageAt(at('2026-02-28T03:00:00Z'), day)).toBe(17)
    expect(ageAt(at('2026-03-01T03:00:00Z'), day)).toBe(18)
  })

  it('is a valid calendar day, and ages never decrease over time', () => {
    const number = fc.integer({ min: -5, max: 40 })
    const year = fc.integer({ min: 1890, max: 2040 })
    const when = fc.date({ min: at('2000-01-01'), max: at('2060-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(year, number, number, when, when, (birthY, birthM, birthD, one, other) => {
        const day = { birthY, birthM, birthD }
        const [earlier, later] = one < other ? [one, other] : [other, one]
        const [before, after] = [ageAt(earlier, day), ageAt(later, day)]
        const text = `${birthY}-${String(birthM).padStart(2, '0')}-${String(birthD).padStart(2, '0')}`
        const real = birthM > 0 && birthD > 0 && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
        const same = real && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
        if (!same || birthY < BIRTH_YEAR_MIN) expect(after).toBeNull()
        if (before !== null) expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})
