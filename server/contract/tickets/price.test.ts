import { expect, it } from 'vitest'
import { PRICE_WRONG } from '../orders/messages.ts'
import { Price } from '../shared/shared.schema.ts'

it.each([0, 50, 51, 980, 9_999_998, 9_999_999])('accepts a price of %d yen (38)', (price) => {
  expect(Price.parse(price)).toBe(price)
})

it.each([
  ['one yen', 1],
  ['a yen less than can be charged', 49],
  ['a yen more than can be charged', 10_000_000],
  ['less than nothing', -1],
  ['half a yen', 980.5],
  ['more than there is', 1e21],
  ['no number', Number.NaN],
  ['no end', Number.POSITIVE_INFINITY],
  ['a text', '980'],
  ['a text with a comma', '3,000'],
  ['full-width digits', '３０００'],
  ['an empty text', ''],
  ['nothing', null],
  ['nothing at all', undefined],
  ['a list', [980]],
  ['true', true],
])('refuses the price %s (38)', (_, price) => {
  const { success, error } = Price.safeParse(price)
  expect(success).toBe(false)
  expect(error!.issues.map(({ message }) => message)).toEqual([PRICE_WRONG])
})
