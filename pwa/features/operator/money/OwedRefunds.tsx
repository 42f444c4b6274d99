import { type OwedRefund, operatorMoney } from '#contract/operator/money/calls.ts'
import { useList, useSend } from '#pwa/lib/api/api.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Refunds that have not succeeded. */
export function OwedRefunds() {
  const owed = useList(operatorMoney.listRefunds, { query: {} })
  return (
    <LoadedList
      of={owed}
      keyOf={({ id }) => id}
      wrap={(rows) => <List carded>{rows}</List>}
      empty={<p className="small muted">止まっている返金はありません。</p>}
    >
      {(refund) => <OwedRow refund={refund} />}
    </LoadedList>
  )
}

function OwedRow({ refund }: { refund: OwedRefund }) {
  const retry = useSend(operatorMoney.retryRefund, { refresh: [operatorMoney.listRefunds] })
  const again = () =>
    retry.mutateAsync({ params: { id: refund.id } }).then(
      ({ message }) => showToast(message),
      () => undefined, // The error shows below.
    )
  return (
    <ListRow
      title={`${yen(refund.amount)}・@${refund.buyer}`}
      note={`${refund.title}・${dateTime(refund.created_at)}`}
      trailing={
        refund.state === 'failed' && (
          <Button size="s" variant="secondary" busy={retry.isPending} onClick={() => void again()}>
            やり直す
          </Button>
        )
      }
    >
      <p className="small">
        {refund.state === 'failed'
          ? 'カードへ戻せませんでした。もう一度試し、戻せないときはご本人と別の方法を決めてください。'
          : '決済会社の返事を待っています。'}
      </p>
      {retry.error && (
        <Alert tone="danger" role="alert">
          {retry.error.message}
        </Alert>
      )}
    </ListRow>
  )
}
