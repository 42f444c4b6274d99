import type { ReactNode } from 'react'
import type { Payment } from '#contract/orders/calls.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import css from './PaymentRow.module.css'
import { ReceiptButton } from './ReceiptButton.tsx'

interface ReceiptLineProps {
  /** A payment, or the seller's record of it. */
  of: Pick<Payment, 'paid_at' | 'refunded_amount' | 'receipt_number'>
  /** URL of the receipt. */
  url: string
  /** Shown with the receipt. */
  children?: ReactNode
}

/** When it was paid, what was refunded, and its receipt. */
export const ReceiptLine = ({ of: paid, url, children }: ReceiptLineProps) => (
  <span className={css.line}>
    <time dateTime={paid.paid_at}>{dateTime(paid.paid_at)}</time>
    {paid.refunded_amount > 0 && <span className="num">{yen(paid.refunded_amount)} 返金</span>}
    {paid.receipt_number && (
      <ReceiptButton url={url} number={paid.receipt_number}>
        {children}
      </ReceiptButton>
    )}
  </span>
)
