import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigrams, fold, splitWords } from './fold.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const japanese = fc.string({
  unit: fc.constantFrom(...'らくごラクゴぱパばバヴっッー落語Jazzジャズ　 é・々ゝヽ'),
  maxLength: 20,
})

describe('folding', () => {
  it.each([
    ['width', 'ＪＡＺＺ　ｶﾞｷﾞ', 'jazz がぎ'],
    ['case', 'JaZz', 'jazz'],
    ['kana', 'ラクゴ カヽヾ', 'らくご かゝゞ'],
    ['voicing is kept', 'パンとハンとバン', 'ぱんとはんとばん'],
    ['voicing apart', 'か\u3099は\u309aヴ', 'がぱゔ'],
    ['voicing that makes no letter', 'ヷあ\u3099', 'わあ'],
    ['accents', 'Café CAFE\u0301', 'cafe cafe'],
    ['compatibility', '㈱①㌔', '(株)1きろ'],
    ['invisible', '落\u200b語\u200d\ufeff\u00ad', '落語'],
    ['directions', 'ab\u202ecd', 'abcd'],
    ['piled marks', 'Z̴̧͓a̵l̸g̷o', 'zalgo'],
    ['blanks', ' \n落語\t\u3000\u00a0会\u0000 ', '落語 会'],
    ['half a letter', '落\ud83d語', '落\ufffd語'],
    ['nothing', '\u200b　', ''],
  ])('ignores %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, japanese), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('unifies all representations of a letter', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
        expect(fold(text.toWellFormed().normalize(form))).toBe(fold(text))
      }),
    )
    fc.assert(
      fc.property(japanese, (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text))
        expect(fold(` ${text}\n`)).toBe(fold(text))
      }),
    )
  })
})

describe('bigrams', () => {
  it('are the letters and neighboring pairs of each word', () => {
    expect(bigrams('寄席 JA')).toEqual(['寄', '寄席', '席', 'j', 'ja', 'a'])
    expect(bigrams('𠮷野')).toEqual(['𠮷', '𠮷野', '野'])
    expect(bigrams('ははは')).toEqual(['は', 'はは'])
    expect(bigrams(' ')).toEqual([])
  })

  it('of a part of a word are a subset of the word’s', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), fc.nat(40), (text, from, to) => {
        const allTokens = new Set(bigrams(text))
        for (const word of splitWords(text)) {
          const part = [...word].slice(from, to).join('')
          for (const token of bigrams(part)) expect(allTokens).toContain(token)
        }
      }),
    )
  })
})
