import type { DeskPayment } from '#contract/operator/money.ts'

interface Words {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

const states: Record<DeskPayment['state'], Words> = {
  open: { label: '確認中', tone: 'neutral' },
  settled: { label: '支払い済み', tone: 'positive' },
  failed: { label: '支払えず', tone: 'neutral' },
  refunded: { label: '返金済み', tone: 'neutral' },
}

/** Where a payment's money is, in a word. */
export function paymentWords({ state, disputed, refund }: DeskPayment): Words {
  if (disputed) return { label: '申し立て中', tone: 'warning' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  return states[state]
}

export const kindWords: Record<DeskPayment['kind'], string> = {
  room: 'ルーム参加費',
  event: 'イベントチケット',
  digital_ticket: '電子チケット',
}
