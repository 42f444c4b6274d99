import type { Payment } from '#contract/orders/calls.ts'

interface StatusLabel {
  label: string
  tone: 'positive' | 'neutral' | 'warning' | 'primary'
}

/** The label of a payment's status; partial refunds included. */
export function paymentStatus({ status, amount, refunded_amount, refund }: Payment): StatusLabel {
  switch (status) {
    case 'succeeded':
      // Also for a failed refund, which operators handle.
      if (refund !== 'none') return { label: '返金手続き中', tone: 'primary' }
      return refunded_amount > 0 && refunded_amount < amount
        ? { label: '一部返金', tone: 'neutral' }
        : { label: '支払い済み', tone: 'positive' }
    case 'refunded':
      return { label: '返金済み', tone: 'neutral' }
    case 'failed':
      return { label: '支払い失敗', tone: 'warning' }
    case 'confirming':
      return { label: '確認中', tone: 'primary' }
  }
}

/** The final cost: 0 for a failed payment, otherwise less the refunds. */
export function paidIn({ status, amount, refunded_amount }: Payment): number {
  if (status === 'failed' || status === 'confirming') return 0
  return amount - refunded_amount
}
