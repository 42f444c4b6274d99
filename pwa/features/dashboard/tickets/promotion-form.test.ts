import { expect, it } from 'vitest'
import { NEW_PROMOTION, type PromotionValues, sentPromotion } from './promotion-form.ts'

const sent = (values: Partial<PromotionValues>) => sentPromotion({ ...NEW_PROMOTION, ...values })

it.each([
  ['a discount', { percent: '２０' }, { percent: 20, yen_off: null, presale: false }],
  ['yen', { kind: 'yen', yen_off: '500', percent: '20' }, { percent: null, yen_off: 500 }],
  ['an invitation', { kind: 'invite', percent: '20' }, { percent: 100, yen_off: null }],
  ['an early sale', { kind: 'presale' }, { percent: null, yen_off: null, presale: true }],
  ['no limits', { seats: '', per_person: '' }, { seats: null, per_person: null }],
  ['a limit that is no number', { seats: 'たくさん', percent: 'x' }, { seats: -1, percent: -1 }],
  ['a batch', { count: '200', code: 'HARU', seats: '9' }, { count: 200, code: '', seats: 1 }],
  [
    'times in Japan',
    { valid_from: '2026-11-20T12:00' },
    { valid_from: '2026-11-20T03:00:00.000Z' },
  ],
] as const)('sends %s', (_, values, expected) => {
  expect(sent(values as Partial<PromotionValues>)).toMatchObject(expected)
})
