import { expect, it } from 'vitest'
import { holdsNgWord } from './ng.ts'

it.each([
  { text: 'これはネタバレです', word: 'ねたばれ', held: true },
  { text: 'ﾈﾀﾊﾞﾚ', word: 'ネタバレ', held: true },
  { text: 'ネ\u200bタ\u200bバ\u200bレ', word: 'ネタバレ', held: true },
  { text: 'ネ・タ・バ・レ', word: 'ネタバレ', held: true },
  { text: 'ねねねたたたばばれれれ', word: 'ネタバレ', held: true },
  { text: 'ネーターバーレ', word: 'ネタバレ', held: true },
  { text: 'ＳＰＡＭ', word: 'spam', held: true },
  { text: 'こんばんは', word: 'ネタバレ', held: false },
  { text: '★★★', word: '★', held: true },
  { text: 'なんでも', word: '★', held: false },
])('banned word check of 「$said」 for 「$word」 is $held', ({ text, word, held }) => {
  expect(holdsNgWord(text, [word])).toBe(held)
})
