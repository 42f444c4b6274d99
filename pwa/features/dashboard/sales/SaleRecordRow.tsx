import { urlOf } from '#contract/http/caller.ts'
import { orders, type Sale } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { saleLabel } from '#pwa/features/dashboard/events/SaleRow.tsx'
import css from '#pwa/features/orders/PaymentRow.module.css'
import { ReceiptButton } from '#pwa/features/orders/ReceiptButton.tsx'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'

/** One sale: product, buyer, time, amount and the copy of its receipt. */
export function SaleRecordRow({ sale }: { sale: Sale }) {
  const { id, kind, subject, buyer, amount, paid_at, refunded_amount, receipt_number } = sale
  const { label, tone } = saleLabel(sale)
  return (
    <ListRow leading={<Avatar src={buyer.icon_image_small_path} />}>
      <span className={css.head}>
        <b className="clip2">{buyer.display_name}</b>
        <b className={css.amount}>{yen(amount)}</b>
      </span>
      <span className={css.line}>
        <span className="clip2">
          {PRODUCT_NAMES[kind]} ・ {subject.title}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className={css.line}>
        <time dateTime={paid_at}>{dateTime(paid_at)}</time>
        {refunded_amount > 0 && <span className="num">{yen(refunded_amount)} 返金</span>}
        {receipt_number && (
          <ReceiptButton
            url={urlOf(orders.getSaleReceipt, { params: { id } })}
            number={receipt_number}
          />
        )}
      </span>
    </ListRow>
  )
}
