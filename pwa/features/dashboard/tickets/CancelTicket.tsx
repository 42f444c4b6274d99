import { door } from '#contract/door/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { BACK_BY_TRANSFER } from '#contract/orders/sale-rules.ts'
import { type OwnDigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { RISK } from '#pwa/ui/button/risk.ts'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const LAST = 'あとから取り消すことはできません。'

/** Cancels a digital ticket; the question shows the number of holders and the amount refunded. */
export function CancelTicket({ ticket }: { ticket: OwnDigitalTicket }) {
  const off = useSend(tickets.cancelTicket, {
    refresh: [
      tickets.getOwnTicket,
      tickets.getDigitalTicket,
      tickets.listDigitalTickets,
      door.listHolders,
      orders.listSales,
    ],
  })
  return (
    <ConfirmButton
      label="公演を中止する"
      button={RISK}
      title="公演を中止しますか？"
      text={whatHappens(ticket)}
      confirm="中止する"
      danger
      onConfirm={async () => {
        const params = { roomid: ticket.room.id, id: ticket.id }
        showToast((await off.mutateAsync({ params })).message)
      }}
    />
  )
}

function whatHappens({ holders, refundable }: OwnDigitalTicket): string {
  if (holders === 0) return `公開をやめ、販売を終了します。${LAST}`
  const back =
    refundable > 0 ? `合計 ${yen(refundable)} を、購入した方へ返金します${BACK_BY_TRANSFER}。` : ''
  return `${count(holders)}名の方のチケットは、すぐに使えなくなります。${back}お持ちの方には、メールと通知でお知らせします。${LAST}`
}
