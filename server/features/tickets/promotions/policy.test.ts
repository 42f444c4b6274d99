import { describe, expect, it } from 'vitest'
import { discountedPrice, discountLabel, isPayable } from '#contract/promotions/discount.ts'
import {
  CODE_OTHER_TYPE,
  CODE_OVER,
  CODE_UNKNOWN,
  CODE_USED_UP,
  codeEarly,
  codePerPerson,
  codeSeatsLeft,
  DISCOUNT_NEEDED,
  DISCOUNT_ONE,
  discountTooLittle,
  PRESALE_NEEDS_FROM,
  PRESALE_NEEDS_TYPES,
} from '#contract/promotions/messages.ts'
import { isPromotionCode, normalCode } from '#contract/promotions/promotion-code.ts'
import { refusedCode, seatsLeft, validatePromotion } from './policy.ts'
import { promotionInput } from './testing/stage.ts'

const NOW = '2026-11-20T03:00:00.000Z'
const LATER = '2026-11-20T03:00:00.001Z'

it.each([
  ['haru-2026', 'HARU2026'],
  ['ＨＡＲＵ ２０２６', 'HARU2026'],
  ['har—u2０ー2–6', 'HARU2026'],
  [' HARU\u30002026\n', 'HARU2026'],
])('a code typed as %j is %s', (typed, code) => {
  expect(normalCode(typed)).toBe(code)
  expect(isPromotionCode(code)).toBe(true)
})

it.each(['ABC', 'A'.repeat(21), 'はるのよい', 'A&BCD', ''])('%j is no code', (text) => {
  expect(isPromotionCode(normalCode(text))).toBe(false)
})

it.each([
  [5_000, { percent: 20, yen_off: null }, 4_000, '20%割引'],
  [999, { percent: 33, yen_off: null }, 670, '33%割引'],
  [5_000, { percent: 100, yen_off: null }, 0, '招待'],
  [5_000, { percent: null, yen_off: 1_500 }, 3_500, '1,500円割引'],
  [1_000, { percent: null, yen_off: 1_500 }, 0, '1,500円割引'],
  [5_000, { percent: null, yen_off: null }, 5_000, '先行'],
])('of ¥%i, %j leaves ¥%i', (price, discount, paid, label) => {
  expect(discountedPrice(price, discount)).toBe(paid)
  expect(discountLabel(discount)).toBe(label)
})

it.each([0, 50, 51])('¥%i can be paid', (price) => expect(isPayable(price)).toBe(true))
it.each([1, 49])('¥%i cannot be paid', (price) => expect(isPayable(price)).toBe(false))

describe('a code', () => {
  const code = {
    ...{ stopped: 0 as const, valid_from: null, valid_until: null, types: [] as string[] },
    ...{ seats: 3, per_person: null, taken: 2 },
  }
  const none = { used: 0, open: 0 }
  const one = { type: null, seats: 1 }
  it.each([
    ['is good for its last seat', code, one, none, null],
    ['is refused for more', code, { type: null, seats: 2 }, none, codeSeatsLeft(1)],
    ['is used up', { ...code, taken: 3 }, one, none, CODE_USED_UP],
    [
      'counts not what the next attempt replaces',
      { ...code, taken: 3 },
      one,
      { used: 0, open: 1 },
      null,
    ],
    [
      'without a limit is good for all',
      { ...code, seats: null },
      { type: null, seats: 4 },
      none,
      null,
    ],
    ['is unknown when stopped', { ...code, stopped: 1 as const }, one, none, CODE_UNKNOWN],
    ['is good from its first instant', { ...code, valid_from: NOW }, one, none, null],
    [
      'is early before',
      { ...code, valid_from: LATER },
      one,
      none,
      codeEarly('11月20日(金) 12:00（日本時間）'),
    ],
    ['is good before its end', { ...code, valid_until: LATER }, one, none, null],
    ['is over at its end', { ...code, valid_until: NOW }, one, none, CODE_OVER],
    ['is good for its type', { ...code, types: ['s'] }, { type: 's', seats: 1 }, none, null],
    [
      'is not for another',
      { ...code, types: ['s'] },
      { type: 'a', seats: 1 },
      none,
      CODE_OTHER_TYPE,
    ],
    ['waits for the choice', { ...code, types: ['s'] }, { type: undefined, seats: 1 }, none, null],
    [
      'has a limit per person',
      { ...code, per_person: 1 },
      one,
      { used: 1, open: 0 },
      codePerPerson(1),
    ],
    ['is for the next person', { ...code, per_person: 1 }, one, none, null],
  ])('%s', (_, terms, use, uses, why) => {
    expect(refusedCode(terms, use, uses, NOW)).toBe(why)
  })

  it('leaves the smaller of both limits', () => {
    const both = { seats: 10, per_person: 4, taken: 5 }
    expect(seatsLeft(both, { used: 1, open: 0 })).toBe(3)
    expect(seatsLeft({ ...both, taken: 9 }, { used: 1, open: 0 })).toBe(1)
    expect(seatsLeft({ ...both, seats: null, per_person: null }, none)).toBe(null)
  })
})

describe('new codes', () => {
  const types = [
    { id: 's', amount: 6_500, sales_from: LATER },
    { id: 'a', amount: 1_000, sales_from: null },
  ]
  const errorsOf = (input: Parameters<typeof promotionInput>[0], of = types) =>
    validatePromotion(promotionInput(input), { amount: 5_000, types: of }, NOW)
  const presale = { presale: true, percent: null, valid_from: NOW }

  it.each([
    ['one discount', {}, {}],
    ['an invitation', { percent: 100 }, {}],
    ['an early sale', presale, {}],
    ['no discount', { percent: null }, { percent: [DISCOUNT_NEEDED] }],
    ['two discounts', { yen_off: 500 }, { yen_off: [DISCOUNT_ONE] }],
    ['less than can be paid', { percent: 96 }, { percent: [discountTooLittle('¥1,000')] }],
    ['the least that can be paid', { percent: 95 }, {}],
    ['less in yen', { percent: null, yen_off: 951 }, { yen_off: [discountTooLittle('¥1,000')] }],
    ['more than the price', { percent: null, yen_off: 1_000 }, {}],
    ['only the type that can be paid', { percent: 96, types: ['s'] }, {}],
    [
      'an early sale without its start',
      { ...presale, valid_from: null },
      { valid_from: [PRESALE_NEEDS_FROM] },
    ],
    [
      'an early sale of what is sold',
      { ...presale, types: ['a'] },
      { presale: [PRESALE_NEEDS_TYPES] },
    ],
  ])('with %s', (_, input, errors) => expect(errorsOf(input)).toEqual(errors))

  it('of a ticket without types, at its price', () => {
    expect(errorsOf({ percent: null, yen_off: 4_951 }, [])).toEqual({
      yen_off: [discountTooLittle('¥5,000')],
    })
    expect(errorsOf({ types: ['s'] }, [])).toHaveProperty('types')
    expect(errorsOf(presale, [])).toEqual({ presale: [PRESALE_NEEDS_TYPES] })
  })

  it('with an end before the start, or now, are refused', () => {
    expect(errorsOf({ valid_until: NOW })).toHaveProperty('valid_until')
    expect(errorsOf({ valid_from: LATER, valid_until: LATER })).toHaveProperty('valid_until')
    expect(errorsOf({ valid_until: LATER })).toEqual({})
  })
})
