import { expect, it } from 'vitest'
import {
  CAPTION_CUE_MAX,
  CAPTION_CUE_TOO_LONG,
  CAPTION_CUES_MAX,
  CAPTION_MAX_BYTES,
  CAPTION_TOO_LARGE,
  CAPTION_UNREADABLE,
  type Cue,
  readVtt,
  writeVtt,
} from './captions.ts'

const cue = (from: string, to: string, text: string) => ({ from, to, text })
const inFile = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`
const onlyCue = (text: string) => {
  const [one, ...more] = readVtt(inFile(text)) as Cue[]
  expect(more).toEqual([])
  return one!
}

it('reads captions, sorted, without comments, styles, positions and tags', () => {
  const file = [
    '\ufeffWEBVTT - 第十一夜\r\nKind: captions\r\n',
    'NOTE 下書き\r\nまだ直す\r\n',
    'STYLE\r\n::cue { background: url(https://example.com) }\r\n',
    '二\r\n00:05.000 --> 00:07.500 line:0 align:start\r\n<v 葵>こんばんは</v>\r\n<b>ようこそ</b>\r\n',
    '1\r\n00:00:01.000 --> 00:00:02.000\r\n（ドアの音）\r\n',
  ].join('\r\n')
  expect(readVtt(file)).toEqual([
    cue('00:00:01.000', '00:00:02.000', '（ドアの音）'),
    cue('00:05.000', '00:07.500', 'こんばんは\nようこそ'),
  ])
})

it('reads what it writes', () => {
  const cues = [
    cue('00:01.000', '00:02.000', '1 < 2 --> 3 & <b>&lt;</b>'),
    cue('01:00:00.000', '01:00:01.000', 'い\nろ'),
  ]
  expect(readVtt(writeVtt(cues))).toEqual(cues)
})

it('leaves nothing in a stored caption that would be another one, or a tag', () => {
  const one = onlyCue('い <\n<i\nx>ろ &#10;&#10;00:03.000 --&gt; 00:04.000 &lt;b>は')
  expect(one.text).toBe('い <\nろ\n00:03.000 --> 00:04.000 <b>は')
  const stored = writeVtt([one])
  expect(stored.split('-->')).toHaveLength(2)
  expect(stored).not.toContain('<')
  expect(readVtt(stored)).toEqual([one])
})

it.each([
  ['hexadecimal ones', '&#x6B7B;&#X306d;', '死ね'],
  ['decimal ones', '&#27515;&#12397;', '死ね'],
  ['names', '&lt;&gt;&quot;&apos;&amp;', '<>"\'&'],
  ['invisible letters', 'い&#x202E;&#8203;&lrm;ろ', 'いろ'],
  ['one of a reference', '&amp;#x6B7B;', '&#x6B7B;'],
  ['no letter', '&#x110000;&#xd800;', '\ufffd\ufffd'],
  ['unknown ones', '&shy;&constructor;&#x; A&B;', '&shy;&constructor;&#x; A&B;'],
])('shows the letters of character references: %s', (_, written, shown) => {
  expect(onlyCue(written).text).toBe(shown)
})

it('takes a caption of a certain length, and refuses a longer one before it looks into it', () => {
  expect(onlyCue('い'.repeat(CAPTION_CUE_MAX)).text).toHaveLength(CAPTION_CUE_MAX)
  expect(readVtt(inFile('<'.repeat(CAPTION_CUE_MAX + 1)))).toBe(CAPTION_CUE_TOO_LONG)
  expect(readVtt(inFile('<'.repeat(CAPTION_MAX_BYTES)))).toBe(CAPTION_CUE_TOO_LONG)
})

it('takes a certain number of captions', () => {
  const cues = (count: number) => writeVtt(Array(count).fill(cue('00:01.000', '00:02.000', 'い')))
  expect(readVtt(cues(CAPTION_CUES_MAX))).toHaveLength(CAPTION_CUES_MAX)
  expect(readVtt(cues(CAPTION_CUES_MAX + 1))).toBe(CAPTION_TOO_LARGE)
})

it.each([
  ['nothing', ''],
  ['a text', 'こんばんは'],
  ['a file without captions', 'WEBVTT\n\nNOTE い'],
  ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nい'],
  ['a comma in a time', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nい'],
  ['an end before the start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nい'],
  ['a minute of 61 seconds', 'WEBVTT\n\n00:61.000 --> 02:00.000\nい'],
  ['WEBVTTX', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nい'],
])('refuses %s', (_, file) => {
  expect(readVtt(file)).toBe(CAPTION_UNREADABLE)
})
