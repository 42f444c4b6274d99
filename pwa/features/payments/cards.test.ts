import { describe, expect, it } from 'vitest'
import type { Card } from '#contract/payments.ts'
import { brandMark, brandName, brands } from './brands.ts'
import { expiryOf, expiryWords } from './expiry.ts'

const card = (exp_year: number, exp_month: number): Card => ({
  id: 'c1',
  brand: 'visa',
  last4: '4242',
  exp_month,
  exp_year,
  main: true,
})

describe('the kinds of cards', () => {
  it('are the six of the product, in its words', () => {
    expect(brands.map(brandName)).toEqual([
      'Visa',
      'MasterCard',
      'American Express',
      'Discover',
      'JCB',
      'Diners Club',
    ])
  })

  it('each has a mark that fits', () => {
    for (const brand of brands) expect(brandMark(brand).length).toBeLessThanOrEqual(4)
  })

  it('shows a kind we do not know as the provider spells it', () => {
    expect(brandName('unionpay')).toBe('unionpay')
  })
})

describe('how long a card is good', () => {
  it.each([
    { now: '2026-10-31T14:59:59.999Z', expiry: 'good' },
    { now: '2026-10-31T15:00:00.000Z', expiry: 'soon' },
    { now: '2026-12-31T14:59:59.999Z', expiry: 'soon' },
    { now: '2026-12-31T15:00:00.000Z', expiry: 'over' },
  ])('is $expiry at $now for one that ends with December', ({ now, expiry }) => {
    expect(expiryOf(card(2026, 12), now)).toBe(expiry)
  })

  it('is written as on the card', () => expect(expiryWords(card(2030, 3))).toBe('03/30'))
})
