import { expect, it } from 'vitest'
import { defined, entryOf } from './defined.ts'

it('returns a value that is there, also one that is falsy', () => {
  expect([defined(0, 'a'), defined('', 'a'), defined(false, 'a')]).toEqual([0, '', false])
})

it.each([null, undefined])('throws the name of a value that is %s', (value) => {
  expect(() => defined(value, 'the order')).toThrow('the order is missing')
})

it('returns the value of a key, and throws the name of a key that is missing', () => {
  const prices = new Map([['tea', 400]])
  expect(entryOf(prices, 'tea')).toBe(400)
  expect(() => entryOf(prices, 'cake')).toThrow('cake is missing')
})
