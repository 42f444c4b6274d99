import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable.ts'

const own = ['film_bu', 'kaede.mori@room.test', 'kaede.mori']

describe('guessable password', () => {
  it.each([
    ...['password', 'Password1', 'P@ssw0rd', 'passw0rd!', 'pa$$word123', 'password12345'],
    ...[
      'iloveyou',
      'ILoveYou2',
      'sunshine!',
      '1234dragon',
      'qwertyuiop',
      '1q2w3e4r5t',
      'zaq12wsx!',
    ],
    ...['sakurasaku', 'aishiteru1', 'Tokyo2026!', 'yamamoto99', 'dragondragon', 'ｐａｓｓｗｏｒｄ'],
  ])('contains a common word: %s', (password) => {
    expect(isGuessable(password, own)).toBe(true)
  })

  it.each([
    ...['aaaaaaaa', 'abababab', 'abcabcab', '11112222', 'abcdefgh', 'hgfedcba', '87654321'],
    ...['19901231', '09012345678', 'poiuytre', 'あああああああああ'],
  ])('is a pattern or a number: %s', (password) => {
    expect(isGuessable(password, own)).toBe(true)
  })

  it.each(['film_bu1', 'Film_Bu', 'kaede.mori', 'kaede.mori@room.test', 'Kaede.Mori2026'])(
    'contains public data of its owner: %s',
    (password) => {
      expect(isGuessable(password, own)).toBe(true)
    },
  )

  it.each([
    'korekara-umi-e',
    'tR4$kk0a',
    'umi to yama to 7',
    '夜ふかし喫茶室でほうじ茶',
    'dragon-tanuki',
  ])('is not %s', (password) => {
    expect(isGuessable(password, own)).toBe(false)
  })

  it('stays guessable in capitals and with some added digits', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789!'), maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom('password', 'baseball', 'doraemon'), digits, (word, added) => {
        expect(isGuessable(word.toUpperCase() + added, own)).toBe(true)
      }),
    )
  })
})
