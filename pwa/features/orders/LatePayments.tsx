import { orders, type Payment } from '#contract/orders/calls.ts'
import { LATE_MINUTES } from '#contract/orders/sale-rules.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dayAndTime, yen } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Payments that the buyer may have refunded because the event did not start in time or was moved far. */
export const LatePayments = ({ payments }: { payments: Payment[] }) =>
  payments
    .filter(({ can }) => can.refund)
    .map((payment) => <LatePayment key={payment.id} payment={payment} />)

function LatePayment({ payment }: { payment: Payment }) {
  const refund = useSend(orders.refund, { refresh: [orders.listPayments] })
  const { id, subject, amount, refunded_amount, method } = payment
  return (
    <Alert tone="warning">
      <div className="stack-s">
        <p>
          「{subject.title}」は、{whyOf(payment)}
        </p>
        <ConfirmButton
          label="返金を申請する"
          button={{ size: 's', variant: 'secondary' }}
          title="返金を申請しますか？"
          text={`チケットは使えなくなり、${yen(amount - refunded_amount)} を${method === 'konbini' ? '銀行口座へ返金します。振込先は、決済会社がメールでおたずねします' : 'お支払いのカードへ返金します'}。このあとイベントが始まっても、ご覧いただけません。`}
          confirm="返金を申請する"
          danger
          onConfirm={async () => showToast((await refund.mutateAsync({ params: { id } })).message)}
        />
      </div>
    </Alert>
  )
}

const whyOf = ({ refundable }: Payment) =>
  refundable?.why === 'moved' && refundable.until
    ? `開始日時が変わりました。ご都合が合わない場合は、${dayAndTime(refundable.until)} まで（配信が始まるまで）返金を申請できます。`
    : `開始時刻を${LATE_MINUTES}分過ぎても始まっていません。返金を申請できます。`
