import { expect, it } from 'vitest'
import { meantBy } from './typed-number.ts'

const list = ['A 001', 'A 042', 'B 042', 'A 107'].map((number) => ({ number }))

it.each([
  ['A 042', 'A 042'],
  ['a42', 'A 042'],
  ['Ａ ０４２', 'A 042'],
  ['b042', 'B 042'],
  ['107', 'A 107'],
  ['1', 'A 001'],
])('resolves %j to %j', (typed, meant) => {
  expect(meantBy(typed, list)).toBe(meant)
})

it.each(['42', '999', 'C 042', ''])('does not resolve %j', (typed) => {
  expect(meantBy(typed, list)).toBe(typed)
})
