import { expect, it } from 'vitest'
import { fieldLabel, valueLabel } from './value-label.ts'

it.each([
  ['official_flg', 1, '公式バッジ', 'あり'],
  ['official_flg', 0, '公式バッジ', 'なし'],
  ['enabled', false, '稼働', 'いいえ'],
  ['status', 'suspended', '状態', '停止中'],
  ['state', 'nothing we know', '状態', 'nothing we know'],
  ['refunding', 1_980, '返金する額', '¥1,980'],
  ['version', 3, '版', '3'],
  ['published_at', '2026-11-20T03:00:00.000Z', '公開日時', '2026/11/20 12:00'],
  ['published_at', null, '公開日時', 'なし'],
  ['reason', 'open', '理由', 'open'],
  ['of tomorrow', '', 'of tomorrow', 'なし'],
] as const)(
  'audit value: %s, %s has the label %s and the text %s',
  (field, value, called, expected) => {
    expect([fieldLabel(field), valueLabel(field, value)]).toEqual([called, expected])
  },
)
