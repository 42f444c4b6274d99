import { useState } from 'react'
import { digitalTicketConfirmation } from '#contract/orders/confirmation.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { type DigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { SeatOverlay, type TicketPayment } from '#pwa/features/events/SeatOverlay.tsx'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { EntrantFields, type EntrantValues, NOTHING_TOLD } from '../entrant/EntrantFields.tsx'

/** The form that acquires an entry ticket. */
export function EntryOverlay({ ticket, onClose }: { ticket: DigitalTicket; onClose: () => void }) {
  const [entrant, setEntrant] = useState(NOTHING_TOLD)
  const { title, starts_at, room, amount } = ticket
  return (
    <SeatOverlay
      subject={{ title, when: `${dayAndTime(starts_at)} 開演`, room }}
      amount={amount}
      lines={digitalTicketConfirmation(ticket)}
      buying={useBuying(ticket, entrant)}
      back="チケットのページへ戻る"
      offer={<PushOffer />}
      onClose={onClose}
    >
      {(busy) => (
        <EntrantFields
          ticket={ticket}
          values={entrant}
          onChange={(changed) => setEntrant((before) => ({ ...before, ...changed }))}
          disabled={busy}
        />
      )}
    </SeatOverlay>
  )
}

/** The calls of the purchase. */
function useBuying({ id, amount }: DigitalTicket, entrant: EntrantValues) {
  const call = useCall()
  const params = { id }
  let paymentIntentId: string | undefined
  return {
    free: amount === 0 ? RETRY_LATER : null,
    async start(payment: TicketPayment, key: string) {
      const { paymentIntent, ownerId } = await call(
        tickets.startTicketJoin,
        { params, body: { amount, ...payment, ...entrant } },
        { idempotencyKey: key },
      )
      paymentIntentId = paymentIntent.id
      return { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    finish: () =>
      call(tickets.joinTicket, {
        params,
        body: paymentIntentId ? { paymentIntentId } : entrant,
      }),
  }
}
