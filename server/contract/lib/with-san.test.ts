import { expect, it } from 'vitest'
import { withSan } from './with-san.ts'

it.each([
  ['藍川 あおい', '藍川 あおいさん'],
  ['せいやさん', 'せいやさん'],
  ['みおちゃん', 'みおちゃん'],
  ['さんま', 'さんまさん'],
])('addresses %s as %s', (name, addressed) => {
  expect(withSan(name)).toBe(addressed)
})
