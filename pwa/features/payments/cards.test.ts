import { describe, expect, it } from 'vitest'
import type { PaymentCard } from '#contract/payments/calls.ts'
import { brandMark, brandName, brands } from './brands.ts'
import { expiryLabel, expiryOf } from './expiry.ts'

const card = (exp_year: number, exp_month: number): PaymentCard => ({
  id: 'c1',
  brand: 'visa',
  last4: '4242',
  exp_month,
  exp_year,
  main: true,
})

describe('card brands', () => {
  it('are the six of the product document', () => {
    expect(brands.map(brandName)).toEqual([
      'Visa',
      'MasterCard',
      'American Express',
      'Discover',
      'JCB',
      'Diners Club',
    ])
  })

  it('have marks of at most four characters', () => {
    for (const brand of brands) expect(brandMark(brand).length).toBeLessThanOrEqual(4)
  })

  it('include unknown ones, named as by the provider', () => {
    expect(brandName('unionpay')).toBe('unionpay')
  })
})

describe('card expiry', () => {
  it.each([
    { now: '2026-10-31T14:59:59.999Z', expiry: 'good' },
    { now: '2026-10-31T15:00:00.000Z', expiry: 'soon' },
    { now: '2026-12-31T14:59:59.999Z', expiry: 'soon' },
    { now: '2026-12-31T15:00:00.000Z', expiry: 'over' },
  ])('is $expiry at $now for a card valid until December', ({ now, expiry }) => {
    expect(expiryOf(card(2026, 12), now)).toBe(expiry)
  })

  it('is formatted as on the card', () => expect(expiryLabel(card(2030, 3))).toBe('03/30'))
})
