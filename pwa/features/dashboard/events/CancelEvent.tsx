import { events, type OwnEvent } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { BACK_BY_TRANSFER } from '#contract/orders/sale-rules.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { RISK } from '#pwa/ui/button/risk.ts'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Cancels an event; not available while it is live or already cancelled. */
export function CancelEvent({ event, onDone }: { event: OwnEvent; onDone: () => void }) {
  const off = useSend(events.cancelOwn, {
    refresh: [events.listOwn, events.getEvent, orders.listSales],
  })
  if (event.status === 'cancelled' || ![0, 3].includes(event.publishment_flg)) return null
  const { tickets, gross } = event.sales
  return (
    <ConfirmButton
      label="イベントを中止する"
      button={RISK}
      title="イベントを中止しますか？"
      text={
        tickets > 0
          ? `${count(tickets)}枚のチケットはすぐに使えなくなり、合計 ${yen(gross)} を購入した方へ返金します${BACK_BY_TRANSFER}。購入した方にはメールでお知らせします。あとから取り消すことはできません。`
          : '公開をやめ、販売を終了します。あとから取り消すことはできません。'
      }
      confirm="中止する"
      danger
      onConfirm={async () => {
        const { message } = await off.mutateAsync({ params: { id: event.id } })
        onDone()
        showToast(message)
      }}
    />
  )
}
