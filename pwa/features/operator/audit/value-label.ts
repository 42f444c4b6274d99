import { AUDIT_FIELDS } from '#contract/operator/audit-fields.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'

type Value = string | number | boolean | null

export const fieldLabel = (field: string): string =>
  isKeyOf(AUDIT_FIELDS, field) ? AUDIT_FIELDS[field] : field

/** Labels of states; others are shown as they are. */
const STATES: Record<string, string> = {
  open: '未対応',
  inquired: '照会中',
  upheld: '違反あり',
  dismissed: '違反なし',
  accepted: '認めた',
  declined: '断った',
  disclosed: '開示した',
  settled: '支払い済み',
  refunded: '返金済み',
  failed: '失敗',
  running: '実行中',
  draft: '下書き',
  published: '公開',
  active: '利用中',
  suspended: '停止中',
  member: 'ユーザー',
  operator: '運営',
  no_purchase: '購入が確認できない',
  unclear: '請求の内容が不明',
  answered: 'すでに回答した',
}
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const YEN_FIELDS = ['refunded', 'refunding', 'amount']
const STATE_FIELDS = ['state', 'status', 'role', 'room', 'declined_for']

/** An audit value as text. */
export function valueLabel(field: string, value: Value): string {
  if (value === null || value === '') return 'なし'
  if (field === 'official_flg') return value === 1 ? 'あり' : 'なし'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (field === 'fee_percent') return `${value}%`
  if (typeof value === 'number') return YEN_FIELDS.includes(field) ? yen(value) : `${value}`
  if (INSTANT.test(value)) return dateTime(value)
  return STATE_FIELDS.includes(field) ? (STATES[value] ?? value) : value
}
