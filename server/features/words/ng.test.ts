import { expect, it } from 'vitest'
import { holdsNgWord } from './ng.ts'

it.each([
  { said: 'これはネタバレです', word: 'ねたばれ', held: true },
  { said: 'ﾈﾀﾊﾞﾚ', word: 'ネタバレ', held: true },
  { said: 'ネ\u200bタ\u200bバ\u200bレ', word: 'ネタバレ', held: true },
  { said: 'ネ・タ・バ・レ', word: 'ネタバレ', held: true },
  { said: 'ねねねたたたばばれれれ', word: 'ネタバレ', held: true },
  { said: 'ネーターバーレ', word: 'ネタバレ', held: true },
  { said: 'ＳＰＡＭ', word: 'spam', held: true },
  { said: 'こんばんは', word: 'ネタバレ', held: false },
  { said: '★★★', word: '★', held: true },
  { said: 'なんでも', word: '★', held: false },
])('banned word check of 「$said」 for 「$word」 is $held', ({ said, word, held }) => {
  expect(holdsNgWord(said, [word])).toBe(held)
})
