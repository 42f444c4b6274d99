import { expect, it } from 'vitest'
import { hashtags, joinTags, splitTags, tagKey, tagsIn } from './tags.ts'

it.each([
  ['blanks of both widths', '朗読 夜ふかし　銀河鉄道', ['朗読', '夜ふかし', '銀河鉄道']],
  ['number signs and commas', '#朗読＃夜ふかし, 本、喫茶', ['朗読', '夜ふかし', '本', '喫茶']],
  ['lines', '朗読\r\n夜ふかし', ['朗読', '夜ふかし']],
  ['another width', 'ＡＳＭＲ ｼﾞｬｽﾞ ①', ['ASMR', 'ジャズ', '1']],
  ['duplicates, of which the first stays', 'Jazz ＪＡＺＺ jazz JAZZ喫茶', ['Jazz', 'JAZZ喫茶']],
  ['letters that have another form in capitals', 'Straße STRASSE', ['Straße']],
  ['kana that differ by a mark', 'かき がき カキ', ['かき', 'がき', 'カキ']],
  ['what nobody sees', 'あ\u200bい \u202e \u0308 \u00a8', ['あい']],
  ['nothing', ' 　#、', []],
])('tags are read from %s', (_, typed, tags) => {
  expect(tagsIn(typed)).toEqual(tags)
})

it('tags read again are the same', () => {
  const tags = tagsIn('朗読 Jazz 👨‍👩‍👧 ｶﾞｷﾞ')
  expect(tagsIn(joinTags(tags))).toEqual(tags)
  expect(splitTags(joinTags(tags))).toEqual(tags)
  expect(splitTags('')).toEqual([])
  expect(hashtags('朗読 Jazz')).toBe('#朗読 #Jazz')
})

it('keys of tags ignore width and case, and nothing else', () => {
  expect(tagKey('ＪＡｚｚ')).toBe(tagKey('jazz'))
  expect(tagKey('ジャズ')).not.toBe(tagKey('じゃず'))
})
