import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256Hex } from './sha256.ts'

const byNode = (text: string) => createHash('sha256').update(text).digest('hex')

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('SHA-256 of %j is that of the standard', (text, hash) => {
  expect(sha256Hex(text)).toBe(hash)
})

it('SHA-256 is that of Node for every length around a block, and beyond ASCII', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'a'.repeat(length)
    expect(sha256Hex(text)).toBe(byNode(text))
  }
  const long = '抽選の名簿 🎫\n'.repeat(5_000)
  expect(sha256Hex(long)).toBe(byNode(long))
})
