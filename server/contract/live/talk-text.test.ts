import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lengthOf } from '../lib/text.ts'
import { TALK_LINES_MAX, TALK_MAX_CHARS, TALK_RAW_MAX } from './limits.ts'
import { talkFits, talkProblem, tidyTalk } from './talk-text.ts'

const FAMILY = '👨‍👩‍👧‍👦' // 11 UTF-16 units

it.each([
  { what: 'blanks around it', text: ' 　こんばんは\n ', tidy: 'こんばんは' },
  { what: 'a Windows line end', text: 'a\r\nb\rc', tidy: 'a\nb\nc' },
  { what: 'lines that only Unicode knows', text: 'a\u2028b\u0085c', tidy: 'a\nb\nc' },
  { what: 'many empty lines', text: `a${'\n'.repeat(50)}b`, tidy: 'a\n\nb' },
  { what: 'blanks at the ends of lines', text: 'a  \nb', tidy: 'a\nb' },
  { what: 'a word turned round', text: '\u202eabc\u2066', tidy: 'abc' },
  { what: 'letters that nobody sees', text: 'a\u200b\u2060\ufeffb\u00ad', tidy: 'ab' },
  { what: 'control characters', text: 'a\u0007\u001bb\tc', tidy: 'ab c' },
  { what: 'marks piled up', text: `a${'\u0301'.repeat(60)}`, tidy: `a${'\u0301'.repeat(4)}` },
  { what: 'half a surrogate pair', text: 'a\ud83d', tidy: 'a\ufffd' },
  { what: 'a family, whole', text: FAMILY, tidy: FAMILY },
  { what: 'a flag and a keycap, whole', text: '🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣', tidy: '🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣' },
  { what: 'が in two parts, whole', text: 'か\u3099', tidy: 'か\u3099' },
])('normalizes $what', ({ text, tidy }) => {
  expect(tidyTalk(text)).toBe(tidy)
})

it('joins lines above the limit, without losing a word', () => {
  const lines = Array.from({ length: 100 }, (_, n) => `${n}`)
  const tidy = tidyTalk(lines.join('\n'))
  expect(tidy.split('\n')).toHaveLength(TALK_LINES_MAX)
  expect(tidy.split(/\s/)).toEqual(lines)
})

it.each([
  { what: 'nothing', text: '' },
  { what: 'blanks', text: ' 　\t ' },
  { what: 'zero width', text: '\u200b' },
  { what: 'joiners alone', text: '\u200d\u200c' },
  { what: 'a mark without a letter', text: '\u0301' },
  { what: 'braille without a dot', text: '\u2800' },
  { what: '10,000 line feeds', text: '\n'.repeat(TALK_RAW_MAX) },
])('treats $what as empty', ({ text }) => {
  expect(talkProblem(text)).toBe('empty')
})

it.each([
  { what: '200 characters outside the BMP', text: '𠮷'.repeat(TALK_MAX_CHARS), problem: null },
  { what: '201 of them', text: '𠮷'.repeat(TALK_MAX_CHARS + 1), problem: 'long' },
  { what: '90 families', text: FAMILY.repeat(90), problem: null },
  { what: '200 and blanks around', text: ` ${'あ'.repeat(TALK_MAX_CHARS)} `, problem: null },
  { what: 'a book', text: 'あ'.repeat(TALK_RAW_MAX + 1), problem: 'long' },
])('validates $what: $problem', ({ text, problem }) => {
  expect(talkProblem(text)).toBe(problem)
})

const typed = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '\r',
      '\u200b',
      '\u200d',
      '\u0301',
      '\u202e',
      '𠮷',
      FAMILY,
      'か\u3099',
    ),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
})

it('normalizing is idempotent, well-formed, and respects the maximum number of lines', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const tidy = tidyTalk(text)
      expect(tidyTalk(tidy)).toBe(tidy)
      expect(tidy.isWellFormed()).toBe(true)
      expect(tidy.split('\n').length).toBeLessThanOrEqual(TALK_LINES_MAX)
      expect(tidy).not.toMatch(/\n\n\n/)
      expect(lengthOf(tidy)).toBeLessThanOrEqual(lengthOf(text.toWellFormed()))
    }),
    { numRuns: 500 },
  )
})

it('validation accepts exactly the texts that fit after normalizing', () => {
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 80 }), (text, times) => {
      const tidy = tidyTalk(text.repeat(times))
      expect(talkProblem(text.repeat(times)) === null).toBe(tidy !== '' && talkFits(tidy))
    }),
  )
})

it.each([
  { what: 'the last plain character', text: 'あ'.repeat(TALK_MAX_CHARS), fits: true },
  { what: 'one plain character more', text: 'あ'.repeat(TALK_MAX_CHARS + 1), fits: false },
  { what: 'the last composed character', text: 'か\u3099'.repeat(TALK_MAX_CHARS), fits: true },
  { what: 'one composed character more', text: 'か\u3099'.repeat(TALK_MAX_CHARS + 1), fits: false },
  { what: '990 units in 90 characters', text: FAMILY.repeat(90), fits: true },
  { what: '1,001 units in 91 characters', text: FAMILY.repeat(91), fits: false },
])('length check of $what: $fits', ({ text, fits }) => {
  expect(talkFits(text)).toBe(fits)
})
