import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase45, toBase45 } from './base45.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

// RFC 9285, 4.3 and 4.4.
it.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
])('encodes %s as RFC 9285 does, and decodes it', (plain, coded) => {
  expect(toBase45(bytes(plain))).toBe(coded)
  expect(fromBase45(coded)).toEqual(bytes(plain))
})

it.each(['GGW', ':::', 'A', 'BB8A', 'bb8', 'BB_', '::'])('rejects %s', (text) => {
  expect(fromBase45(text)).toBeNull()
})

it('decodes all that it encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (some) => {
      expect(fromBase45(toBase45(some))).toEqual(some)
    }),
  )
})
