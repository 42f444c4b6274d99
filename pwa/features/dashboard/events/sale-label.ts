import type { Sale } from '#contract/orders/calls.ts'

interface SaleLabel {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

/** The label of a sale's payment state. */
export function saleLabel({ status, refund, amount, refunded_amount }: Sale): SaleLabel {
  if (status === 'disputed') return { label: '申し立て中', tone: 'warning' }
  if (status === 'refunded') return { label: '返金済み', tone: 'neutral' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  return refunded_amount > 0 && refunded_amount < amount
    ? { label: '一部返金', tone: 'neutral' }
    : { label: '支払い済み', tone: 'positive' }
}
