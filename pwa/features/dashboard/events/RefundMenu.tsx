import { useState } from 'react'
import { events } from '#contract/events/calls.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { orders, type Sale } from '#contract/orders/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Refunds one sale. */
export function RefundMenu({ sale }: { sale: Sale }) {
  const [asking, setAsking] = useState(false)
  const refund = useSend(orders.refund, { refresh: [orders.listSales, events.listOwn] })
  const who = withSan(sale.buyer.display_name)
  const left = yen(sale.amount - sale.refunded_amount)
  return (
    <>
      <MenuButton
        label={`${who}の購入の操作`}
        items={[{ label: '返金する', onClick: () => setAsking(true), danger: true }]}
      />
      <ConfirmDialog
        open={asking}
        title={`${who}へ返金しますか？`}
        text={`チケットはすぐに使えなくなり、${left} を${sale.method === 'konbini' ? '銀行口座へ返金します。振込先は、決済会社が購入した方にメールでおたずねします' : 'カードへ返金します'}。サービス手数料は戻りますが、決済会社の手数料は戻りません。あとから取り消すことはできません。`}
        confirm="返金する"
        danger
        onConfirm={async () => {
          showToast((await refund.mutateAsync({ params: { id: sale.id } })).message)
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
