import { digitalTicketConfirmation } from '#contract/orders/confirmation.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { type DigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { SeatOverlay, type TicketPayment } from '#pwa/features/events/SeatOverlay.tsx'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'

/** The form that acquires an entry ticket. */
export function EntryOverlay({ ticket, onClose }: { ticket: DigitalTicket; onClose: () => void }) {
  const { title, starts_at, room, amount } = ticket
  return (
    <SeatOverlay
      subject={{ title, when: `${dayAndTime(starts_at)} 開演`, room }}
      amount={amount}
      lines={digitalTicketConfirmation(ticket)}
      buying={useBuying(ticket)}
      back="チケットのページへ戻る"
      offer={<PushOffer />}
      onClose={onClose}
    />
  )
}

/** The calls of the purchase. */
function useBuying({ id, amount }: DigitalTicket) {
  const call = useCall()
  const params = { id }
  let paymentIntentId: string | undefined
  return {
    free: amount === 0 ? RETRY_LATER : null,
    async start(payment: TicketPayment, key: string) {
      const { paymentIntent, ownerId } = await call(
        tickets.startTicketJoin,
        { params, body: { amount, ...payment } },
        { idempotencyKey: key },
      )
      paymentIntentId = paymentIntent.id
      return { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    finish: () =>
      call(tickets.joinTicket, { params, body: { ...(paymentIntentId && { paymentIntentId }) } }),
  }
}
