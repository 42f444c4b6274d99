import { expect, it } from 'vitest'
import { chapterAt, chaptersOf } from './chapters.ts'

it('reads chapters from a description', () => {
  const about = [
    '小さな声で読みました。',
    '',
    '0:00 ごあいさつ',
    '　2:05　第一章',
    '1:02:30 質問とお答え  ',
    'また来週。',
  ].join('\n')
  const chapters = chaptersOf(about)
  expect(chapters).toEqual([
    { at: 0, title: 'ごあいさつ' },
    { at: 125, title: '第一章' },
    { at: 3_750, title: '質問とお答え' },
  ])
  expect([0, 124, 125, 9_999].map((at) => chapterAt(chapters, at))).toEqual([0, 0, 1, 2])
})

it.each([
  ['times of the day', '19:30 開場\n20:00 開演'],
  ['a single line', '0:00 はじまり'],
  ['times that go back', '0:00 はじまり\n5:00 後半\n3:00 前半'],
  ['the same time twice', '0:00 はじまり\n0:00 また'],
  ['times without a title', '0:00\n1:00'],
  ['a minute of 75 seconds', '0:00 はじまり\n1:75 なか'],
  ['a text without times', '静かな夜です。'],
])('takes %s for no chapters', (_, about) => {
  expect(chaptersOf(about)).toEqual([])
})
