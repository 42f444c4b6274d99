import { memo } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { orders, type Sale } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { saleLabel } from '#pwa/features/dashboard/events/SaleRow.tsx'
import { discountNote } from '#pwa/features/orders/discount-note.ts'
import css from '#pwa/features/orders/PaymentRow.module.css'
import { ReceiptLine } from '#pwa/features/orders/ReceiptLine.tsx'
import { yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'

/** One sale: product, buyer, time, amount and the copy of its receipt. */
export const SaleRecordRow = memo(function SaleRecordRow({ sale }: { sale: Sale }) {
  const { id, kind, subject, buyer, amount } = sale
  const { label, tone } = saleLabel(sale)
  const discount = discountNote(sale)
  return (
    <ListRow leading={<Avatar src={buyer.icon_image_small_path} />}>
      <span className={css.head}>
        <b className="clip2">{buyer.display_name}</b>
        <b className={css.amount}>{yen(amount)}</b>
      </span>
      <span className={css.line}>
        <span className="clip2">
          {PRODUCT_NAMES[kind]}・{subject.title}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      {discount && <span className="note muted">{discount}</span>}
      <ReceiptLine of={sale} url={urlOf(orders.getSaleReceipt, { params: { id } })} />
    </ListRow>
  )
})
