import { expect, it } from 'vitest'
import { fold } from '#server/db/fold.ts'
import { dictionaryReadings } from './readings.ts'

it('readings are of whole words in their context, and leave the rest as it is written', async () => {
  const texts = [
    '夜ふかし朗読会 第十二夜',
    '喫茶「星屑」のライブ',
    '大人の工場見学',
    '落語と三味線',
    'サービス業の朝',
    'Room',
    '',
  ]
  const read = await dictionaryReadings().of(texts.map(fold))
  expect(read.map(fold)).toEqual([
    'よふかしろうどくかい だいじゅうにや',
    'きっさ「ほしくず」のらいぶ',
    'おとなのこうじょうけんがく',
    'らくごとしゃみせん',
    'さーびすぎょうのあさ',
    '',
    '',
  ])
})

it('readings of texts without Chinese characters need no dictionary', async () => {
  expect(await dictionaryReadings().of(['じゃず', 'Live 2'])).toEqual(['', ''])
})
