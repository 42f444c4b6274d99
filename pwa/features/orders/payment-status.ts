import type { Payment } from '#contract/orders.ts'

interface StatusWords {
  label: string
  tone: 'positive' | 'neutral' | 'warning' | 'primary'
}

/** How a payment ended, in a word; one that was paid back in part says so. */
export function paymentStatus({ status, amount, refunded_amount, refund }: Payment): StatusWords {
  switch (status) {
    case 'succeeded':
      // Also where it came back: somebody is at work on it.
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

/** What it cost in the end: nothing where it failed, less what came back. */
export function paidIn({ status, amount, refunded_amount }: Payment): number {
  if (status === 'failed' || status === 'confirming') return 0
  return amount - refunded_amount
}

export const paymentKinds: Record<Payment['kind'], string> = {
  room: 'ルーム参加費',
  event: '視聴チケット',
  digital_ticket: '入場チケット',
}
