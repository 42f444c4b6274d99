import type { Payment } from '#contract/orders/calls.ts'
import { isoDate } from '#pwa/lib/format.ts'
import { paidIn } from './payment-status.ts'

export interface PaymentMonth {
  /** YYYY-MM in Japan time. */
  month: string
  payments: Payment[]
  /** Yen; null while older payments of this month may not be loaded. */
  total: number | null
}

/** Payments, newest first, grouped by month. */
export function byMonth(payments: Payment[], complete: boolean): PaymentMonth[] {
  const groups = Map.groupBy(payments, ({ paid_at }) => isoDate(paid_at).slice(0, 7))
  return [...groups].map(([month, of], index) => ({
    month,
    payments: of,
    total:
      complete || index < groups.size - 1 ? of.reduce((sum, one) => sum + paidIn(one), 0) : null,
  }))
}

/** 2026年11月 */
export const monthLabel = (month: string) => {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}
