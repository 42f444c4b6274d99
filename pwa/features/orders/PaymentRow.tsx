import { Link } from 'react-router-dom'
import { urlOf } from '#contract/http/caller.ts'
import { orders, type Payment } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { REFUND_BY_TRANSFER } from '#contract/orders/sale-rules.ts'
import { yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AddresseeForm } from './AddresseeForm.tsx'
import { discountNote } from './discount-note.ts'
import css from './PaymentRow.module.css'
import { paymentStatus } from './payment-status.ts'
import { productIcons } from './product-icons.ts'
import { ReceiptLine } from './ReceiptLine.tsx'

/** One payment: product, seller, time, amount and receipt number. */
export function PaymentRow({ payment }: { payment: Payment }) {
  const { kind, subject, amount, seller } = payment
  const { label, tone } = paymentStatus(payment)
  const discount = discountNote(payment)
  return (
    <ListRow leading={<Icon name={productIcons[kind]} />}>
      <span className={css.head}>
        <Link className={css.title} to={placeOf(payment)}>
          <b className="clip2">{subject.title}</b>
        </Link>
        <b className={css.amount}>{yen(amount)}</b>
      </span>
      <span className={css.line}>
        <span>
          {PRODUCT_NAMES[kind]}・{seller}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      {discount && <span className="note muted">{discount}</span>}
      {payment.asks_account && (
        <span className="note">返金は銀行口座へ行います。{REFUND_BY_TRANSFER}</span>
      )}
      <ReceiptLine of={payment} url={urlOf(orders.getReceipt, { params: { id: payment.id } })}>
        {payment.addressee === null && <AddresseeForm id={payment.id} />}
      </ReceiptLine>
    </ListRow>
  )
}

const placeOf = ({ kind, subject }: Payment) => {
  switch (kind) {
    case 'room':
      return paths.room(subject.id)
    case 'event':
      return paths.eventTicket(subject.id)
    // A payment does not contain the id of the issued ticket, by which its page is found.
    case 'digital_ticket':
      return paths.ticketBox
  }
}
