import type { DeclinedFor, Disclosure } from '#contract/disclosures/calls.ts'

export const states: Record<
  Disclosure['state'],
  { label: string; tone: 'neutral' | 'positive' | 'warning' }
> = {
  open: { label: '未対応', tone: 'warning' },
  disclosed: { label: '開示済み', tone: 'positive' },
  declined: { label: 'お断り済み', tone: 'neutral' },
  expired: { label: '期限切れ', tone: 'neutral' },
}

export const reasons: { value: DeclinedFor; label: string }[] = [
  { value: 'no_purchase', label: '購入についての請求と確認できない' },
  { value: 'unclear', label: '請求の内容がわからない' },
  { value: 'answered', label: '同じ請求にすでに答えている' },
]
