import type { AdminPayment } from '#contract/operator/money/calls.ts'

interface PaymentLabel {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

const states: Record<AdminPayment['state'], PaymentLabel> = {
  open: { label: '確認中', tone: 'neutral' },
  settled: { label: '支払い済み', tone: 'positive' },
  failed: { label: '支払えず', tone: 'neutral' },
  refunded: { label: '返金済み', tone: 'neutral' },
}

/** The label of a payment's state. */
export function paymentLabel({ state, disputed, refund }: AdminPayment): PaymentLabel {
  if (disputed) return { label: '申し立て中', tone: 'warning' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  return states[state]
}

export const kindLabels: Record<AdminPayment['kind'], string> = {
  room: 'ルーム参加費',
  event: 'イベントチケット',
  digital_ticket: '電子チケット',
}
