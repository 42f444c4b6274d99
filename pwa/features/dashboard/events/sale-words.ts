import type { Sale } from '#contract/orders.ts'

interface Words {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

/** Where the money of a sale is, in a word. */
export function saleWords({ status, refund, amount, refunded_amount }: Sale): Words {
  if (status === 'disputed') return { label: '申し立て中', tone: 'warning' }
  if (status === 'refunded') return { label: '返金済み', tone: 'neutral' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  return refunded_amount > 0 && refunded_amount < amount
    ? { label: '一部返金', tone: 'neutral' }
    : { label: '支払い済み', tone: 'positive' }
}
