import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { type AdminPayment, operatorMoney } from '#contract/operator/money/calls.ts'
import { BACK_BY_TRANSFER } from '#contract/orders/sale-rules.ts'
import { ReceiptButton } from '#pwa/features/orders/ReceiptButton.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { adminPaths } from '../admin-paths.ts'
import { ReasonSheet } from '../ReasonSheet.tsx'
import css from './AdminPaymentRow.module.css'

interface PaymentLabel {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

const states: Record<AdminPayment['state'], PaymentLabel> = {
  open: { label: '確認中', tone: 'neutral' },
  settled: { label: '支払い済み', tone: 'positive' },
  failed: { label: '支払えず', tone: 'neutral' },
  refunded: { label: '返金済み', tone: 'neutral' },
}

/** The label of a payment's state. */
function paymentLabel({ state, disputed, warned, refund }: AdminPayment): PaymentLabel {
  if (disputed) return { label: '申し立て中', tone: 'warning' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  if (warned) return { label: '照会・警告あり', tone: 'warning' }
  return states[state]
}

const kindLabels: Record<AdminPayment['kind'], string> = {
  room: 'ルーム参加費',
  event: 'イベントチケット',
  digital_ticket: '電子チケット',
}

/** One payment: product, buyer, seller, and its state. */
export function AdminPaymentRow({ payment }: { payment: AdminPayment }) {
  const [asking, setAsking] = useState(false)
  const refund = useSend(operatorMoney.refundPayment, { refresh: [operatorMoney.listPayments] })
  const { id, title, buyer, buyer_name, seller, seller_name, amount, refunded_amount } = payment
  const { receipt_number } = payment
  const { label, tone } = paymentLabel(payment)
  const at = payment.paid_at ?? payment.created_at
  const left = yen(amount - refunded_amount)
  const give = async (reason: string) => {
    const { message } = await refund.mutateAsync({ params: { id }, body: { reason } })
    showToast(message)
  }
  return (
    <>
      <ListRow
        title={title || kindLabels[payment.kind]}
        note={
          <>
            {kindLabels[payment.kind]}・{buyer_name}（@{buyer}）から {seller_name}（@{seller}）へ・
            <time dateTime={at}>{dateTime(at)}</time>
          </>
        }
        trailing={
          <MenuButton
            label={`${title}のお支払いの操作`}
            items={[
              { label: '操作の記録を見る', to: adminPaths.audit(`payment:${id}`) },
              ...(payment.can.refund
                ? [{ label: '返金する', onClick: () => setAsking(true), danger: true }]
                : []),
            ]}
          />
        }
      >
        <span className={css.money}>
          <b className="num">{yen(amount)}</b>
          <Badge tone={tone}>{label}</Badge>
          {receipt_number && (
            <ReceiptButton
              url={urlOf(operatorMoney.getReceipt, { params: { id } })}
              number={receipt_number}
            />
          )}
        </span>
      </ListRow>
      {asking && (
        <ReasonSheet
          target={id}
          title="返金しますか？"
          text={`@${buyer} さんの権利はすぐに終わり、${left} が購入した方へ戻ります${BACK_BY_TRANSFER}。購入した方にはメールでお知らせします。取り消すことはできません。`}
          hint="操作の記録に残ります"
          confirm={`${left} を返金する`}
          danger
          send={give}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
