import { type OwedRefund, operatorMoney } from '#contract/operator/money/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { AdminList } from '../AdminList.tsx'
import { RetryRow } from '../RetryRow.tsx'

/** Refunds that have not succeeded. */
export const OwedRefunds = () => (
  <AdminList
    call={operatorMoney.listRefunds}
    input={{ query: {} }}
    keyOf={({ id }) => id}
    empty="止まっている返金はありません。"
  >
    {(refund) => <OwedRow refund={refund} />}
  </AdminList>
)

function OwedRow({ refund }: { refund: OwedRefund }) {
  const retry = useSend(operatorMoney.retryRefund, { refresh: [operatorMoney.listRefunds] })
  const again = () =>
    retry.mutate({ params: { id: refund.id } }, { onSuccess: ({ message }) => showToast(message) })
  return (
    <RetryRow
      title={`${yen(refund.amount)}・@${refund.buyer}`}
      note={`${refund.title}・${dateTime(refund.created_at)}`}
      retry={retry}
      onRetry={refund.state === 'failed' ? again : null}
    >
      <p className="small">
        {refund.state === 'failed'
          ? '返金が届かず、戻ってきました。もう一度試し、戻せないときはご本人と別の方法を決めてください。'
          : '決済会社の返事を待っています。'}
      </p>
    </RetryRow>
  )
}
