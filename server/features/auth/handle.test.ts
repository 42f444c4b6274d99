import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NAME_MAX, NAME_MIN } from '#contract/auth/limits.ts'
import { RESERVED_NAMES } from '#contract/profile/reserved.ts'
import { isReserved, skeletonOf } from './handle.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789_'
const handle = fc.string({
  unit: fc.constantFrom(...ALPHABET),
  minLength: NAME_MIN,
  maxLength: NAME_MAX,
})
const PAIRS = [
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['1', 'i'],
  ['m', 'rn'],
  ['w', 'vv'],
  ['_', ''],
] as const

describe('skeleton of a handle', () => {
  it('is equal for handles that differ in look-alike characters only', () => {
    fc.assert(
      fc.property(handle, handle, fc.constantFrom(...PAIRS), (before, after, [one, other]) => {
        expect(skeletonOf(before + one + after)).toBe(skeletonOf(before + other + after))
      }),
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(handle, (name) => {
        const skeleton = skeletonOf(name)
        expect(skeletonOf(skeleton)).toBe(skeleton)
        expect(skeleton).toMatch(/^[a-hj-ln-vx-z2-9]*$/)
      }),
    )
  })

  it('differs for handles that look different', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcdefghjkpqstuxyz23456789') })
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        expect(skeletonOf(one) === skeletonOf(other)).toBe(one === other)
      }),
    )
  })

  it.each([
    ['vw', 'wv'],
    ['corner', 'comer'],
    ['a_o_i', 'a0l'],
  ])('is equal for %s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })
})

describe('reserved handles', () => {
  it('include every reserved word and its look-alikes', () => {
    const dress = (name: string) =>
      name.replaceAll('o', '0').replaceAll('i', '1').replaceAll('m', 'rn')
    for (const name of RESERVED_NAMES)
      expect([isReserved(name), isReserved(dress(name))], name).toEqual([true, true])
  })

  it.each(['l0gin', 'adm1n', 'ad_min', 'adrnin', 'nevvs', 'a_p_i', '___'])('include %s', (name) => {
    expect(isReserved(name)).toBe(true)
  })

  it.each(['aoi', 'haru', 'film_bu', 'logins', 'yama_no_kai'])('do not include %s', (name) => {
    expect(isReserved(name)).toBe(false)
  })
})
