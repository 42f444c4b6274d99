import { beforeEach, expect, it } from 'vitest'
import { HeldCode } from './held-code.ts'

const START = 1_000_000
let held: HeldCode
beforeEach(() => {
  held = new HeldCode()
  expect(held.isSame('a', START)).toBe(false)
})

it.each([
  ['stays before the camera', [], 40],
  ['stays while a busy phone looks at no picture', [], 10_000],
  ['is not read in some pictures', [100, 3_000], 3_500],
])('a code that %s is one scan', (_, misses, after) => {
  for (const at of misses) held.miss(START + at)
  expect(held.isSame('a', START + after)).toBe(true)
})

it.each([
  ['came back after it was away', [1_000, 3_000], 5_000],
  ['comes back after the phone slept', [], 60_000],
])('a code that %s is scanned again', (_, misses, after) => {
  for (const at of misses) held.miss(START + at)
  expect(held.isSame('a', START + after)).toBe(false)
})

it('a code that is read again has not been away', () => {
  held.miss(START + 1_000)
  held.isSame('a', START + 2_000)
  held.miss(START + 5_500)
  expect(held.isSame('a', START + 6_000)).toBe(true)
})

it('another code is another scan, and so is the first one after it', () => {
  expect(held.isSame('b', START + 40)).toBe(false)
  expect(held.isSame('a', START + 80)).toBe(false)
})

it('a code whose entry failed is scanned again sooner, until then as before', () => {
  held.retry()
  held.miss(START + 100)
  expect(held.isSame('a', START + 2_000)).toBe(true)
  held.miss(START + 2_100)
  expect(held.isSame('a', START + 4_100)).toBe(false)
  held.miss(START + 4_200)
  expect(held.isSame('a', START + 6_300)).toBe(true)
})

it('an undo of another ticket does not scan this one sooner', () => {
  held.retry('b')
  held.miss(START + 100)
  expect(held.isSame('a', START + 2_200)).toBe(true)
})

it('a forgotten code is scanned at once', () => {
  held.forget()
  expect(held.isSame('a', START + 40)).toBe(false)
})
