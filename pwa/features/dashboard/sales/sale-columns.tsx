import { urlOf } from '#contract/http/caller.ts'
import { orders, type Sale } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { saleLabel } from '#pwa/features/dashboard/events/SaleRow.tsx'
import { ReceiptButton } from '#pwa/features/orders/ReceiptButton.tsx'
import { PersonCell } from '#pwa/features/profile/PersonCell.tsx'
import { dateTime, yen } from '#pwa/lib/format.ts'
import type { SortedColumn } from '#pwa/load/useOrder.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'

const receiptUrl = (id: string) => urlOf(orders.getSaleReceipt, { params: { id } })

/** One sale in a table: buyer, product, time, amount, payment state and the copy of its receipt. */
export const columns: SortedColumn<Sale, 'paid' | 'buyer' | 'product' | 'amount'>[] = [
  {
    label: '購入した方',
    by: 'buyer',
    sort: 'text',
    cell: ({ buyer }) => <PersonCell person={buyer} />,
  },
  {
    label: '内容',
    by: 'product',
    sort: 'text',
    wrap: true,
    cell: ({ kind, subject }) => (
      <>
        {subject.title}
        <br />
        <span className="note muted">{PRODUCT_NAMES[kind]}</span>
      </>
    ),
  },
  {
    label: '日時',
    by: 'paid',
    sort: 'date',
    cell: ({ paid_at }) => <time dateTime={paid_at}>{dateTime(paid_at)}</time>,
  },
  {
    label: '金額',
    by: 'amount',
    sort: 'number',
    number: true,
    cell: ({ amount, discount, refunded_amount }) => (
      <>
        {yen(amount)}
        {/* Two lines: one would push the receipts out of the window. */}
        {discount > 0 && (
          <span className="note muted">
            <br />
            価格 {yen(amount + discount)}
            <br />
            割引 −{yen(discount)}
          </span>
        )}
        {refunded_amount > 0 && (
          <>
            <br />
            <span className="note muted">{yen(refunded_amount)} 返金</span>
          </>
        )}
      </>
    ),
  },
  {
    label: '状態',
    cell: (sale) => {
      const { label, tone } = saleLabel(sale)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    label: '領収書',
    cell: ({ id, receipt_number }) =>
      receipt_number && <ReceiptButton url={receiptUrl(id)} number={receipt_number} inTable />,
  },
]
