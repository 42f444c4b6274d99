import { expect, it } from 'vitest'
import { aType } from './testing/samples.ts'
import { ticketPrice } from './type-labels.ts'

it.each([
  [[], '¥8,000（税込）'],
  [[3_500], '¥3,500（税込）'],
  [[3_500, 3_500], '¥3,500（税込）'],
  [[3_500, 2_000], '¥2,000〜¥3,500（税込）'],
  [[3_500, 0, 6_500], '無料〜¥6,500（税込）'],
])('types of %j cost %s', (amounts, label) => {
  const types = amounts.map((amount) => aType({ amount }))
  expect(ticketPrice({ amount: 8_000, types })).toBe(label)
})

it('a copy of the last release has the price of the ticket', () => {
  expect(ticketPrice({ amount: 8_000 })).toBe('¥8,000（税込）')
})
