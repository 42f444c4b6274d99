import type { ReactNode } from 'react'
import type { Refund } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from '../PaymentRow.module.css'
import { ReceiptButton } from '../ReceiptButton.tsx'

interface RefundRowProps {
  refund: Refund
  leading?: ReactNode
  /** The other side, or both. */
  who: ReactNode
  /** URL of the receipt. */
  url: string
}

/** One refund: product, whose money it was, day, sum and its receipt. */
export const RefundRow = ({ refund, leading, who, url }: RefundRowProps) => (
  <ListRow leading={leading}>
    <span className={css.head}>
      <b className="clip2">{refund.title || PRODUCT_NAMES[refund.kind]}</b>
      <b className={css.amount}>{yen(refund.amount)}</b>
    </span>
    <span className={css.line}>
      <span>
        {PRODUCT_NAMES[refund.kind]}・{who}
      </span>
    </span>
    <span className={css.line}>
      <span>
        <time dateTime={refund.refunded_at}>{dateTime(refund.refunded_at)}</time> 返金
      </span>
      {refund.receipt_number && (
        <ReceiptButton url={url} number={refund.receipt_number} title="返金明細書" />
      )}
    </span>
  </ListRow>
)
