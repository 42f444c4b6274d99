import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, urlOf } from '#contract/http/caller.ts'
import type { Returned } from '#contract/http/types.ts'
import { digitalTicketConfirmation, entrySums } from '#contract/orders/confirmation.ts'
import { konbiniDeadline } from '#contract/payments/konbini.ts'
import type { UsableCode } from '#contract/promotions/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { type DigitalTicket, type TicketType, tickets } from '#contract/tickets/calls.ts'
import { entrantErrors } from '#contract/tickets/entrant-errors.ts'
import { TYPE_GONE } from '#contract/tickets/messages.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { assertOffered } from '#pwa/features/events/purchase/assert-offered.ts'
import { SeatOverlay } from '#pwa/features/events/purchase/SeatOverlay.tsx'
import type { TicketPayment } from '#pwa/features/events/purchase/useSeatPurchase.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { type PurchaseDraft, usePurchaseDraft } from '#pwa/features/orders/usePurchaseDraft.ts'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { fromLink } from '#pwa/lib/from-link.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { EntrantFields, type EntrantValues, NOTHING_TOLD } from '../entrant/EntrantFields.tsx'
import { keptCode } from '../promotions/kept-code.ts'

interface EntryOverlayProps {
  /** Of a type: as it is sold (`asTyped`). Of a seat that is held for the buyer: until when. */
  ticket: DigitalTicket & { sales_end?: string; held_until?: string | null; drawn?: boolean }
  /** With those of companions. */
  seats: number
  /** Null: of a ticket without types. */
  type: TicketType | null
  /** The code that is used for all seats; missing: none. */
  code?: UsableCode | null
  /** Why the buyer's code is not used; missing: there is none, or it is used. */
  codeProblem?: string | null
  joining: Room | undefined
  onClose: () => void
}

/** The form that acquires an entry ticket. */
export function EntryOverlay(props: EntryOverlayProps) {
  const { ticket, type, joining, onClose } = props
  // As the form was opened: the buyer's own order may take the last seats, and with them the field of the code.
  const [seats] = useState(props.seats)
  const [code] = useState(props.code ?? null)
  const [codeProblem] = useState(props.codeProblem ?? null)
  const draft = usePurchaseDraft(ticket.id, NOTHING_TOLD)
  const entrant = draft.values
  const [errors, setErrors] = useState<FieldErrors>({})
  const validate = () => {
    const next = ticket.named ? entrantErrors(entrant) : {}
    flushSync(() => setErrors(next))
    return Object.keys(next).length === 0
  }
  const { id, starts_at, room, venue, sales_end = starts_at } = ticket
  const sold = { ...ticket, seats, promotion: code }
  const { paid: amount } = entrySums(sold)
  const title = typedTitle(ticket.title, type?.name ?? null)
  const { issued, ...buying } = useBuying(sold, type, draft, amount)
  const sale = { ...ticket, amount, sales_end, start: starts_at }
  const until = konbiniDeadline(sale, useNow())
  return (
    <SeatOverlay
      subject={{ title, when: `${dayAndTime(starts_at)} 開演・${venue}`, room }}
      amount={amount}
      lines={digitalTicketConfirmation(sold)}
      konbini={until === null ? null : { until, lines: digitalTicketConfirmation(sold, until) }}
      buying={buying}
      joining={joining}
      ticket={{
        picture: ticket.image_path,
        number: issued?.number ?? null,
        ...(ticket.named && { holder: entrant.entrant_name }),
      }}
      validate={validate}
      actions={
        <Button
          wide
          icon="ticket"
          to={issued ? paths.digitalTicket(issued.ticket_id) : paths.ticketBox}
          reloadDocument
        >
          チケットを見る
        </Button>
      }
      calendar={urlOf(tickets.getTicketCalendar, { params: { roomid: room.id, id } })}
      seats={seats}
      back="チケットのページへ戻る"
      offer={<PushOffer />}
      onClose={onClose}
    >
      {(busy) => (
        <>
          {codeProblem && <CodeUnused problem={codeProblem} />}
          <EntrantFields
            ticket={ticket}
            values={entrant}
            onChange={(changed) => {
              draft.change(changed)
              setErrors({})
            }}
            errorOf={(name) => errors[name]?.[0]}
            disabled={busy}
          />
        </>
      )}
    </SeatOverlay>
  )
}

const CodeUnused = ({ problem }: { problem: string }) => (
  <Alert tone="warning" role="status">
    コードは使われていません。{problem}
  </Alert>
)

type SoldTicket = DigitalTicket & { seats: number; promotion: UsableCode | null }

/** The calls of the purchase. */
function useBuying(
  { id, amount: price, seats, room, promotion }: SoldTicket,
  type: TicketType | null,
  { values: entrant, drop }: PurchaseDraft<EntrantValues>,
  /** Yen of all seats, with the code. */
  amount: number,
) {
  const call = useCall()
  const [issued, setIssued] = useState<Returned<typeof tickets.joinTicket> | null>(null)
  const params = { id }
  const choice = {
    ...(type && { type: type.id }),
    ...(seats > 1 && { seats }),
    ...(promotion && { code: promotion.code }),
  }
  const started = startedPayment('digital_ticket', id)
  return {
    issued,
    started,
    free: amount === 0 ? RETRY_LATER : null,
    async check() {
      const inRoom = { params: { roomid: room.id, id } }
      const ticket = await call(tickets.getDigitalTicket, inRoom)
      const sold = type ? ticket.types.find(({ id }) => id === type.id) : ticket
      if (!sold) throw new Error(TYPE_GONE)
      assertOffered(sold, price)
    },
    async start(paying: TicketPayment, key: string) {
      const { paymentIntent, ownerId, voucher } = await call(
        tickets.startTicketJoin,
        {
          params,
          body: {
            amount,
            ...choice,
            ...paying,
            ...entrant,
            from: fromLink.of(room.id),
          },
        },
        { idempotencyKey: key },
      )
      started.keep(paymentIntent.id)
      const payment = { clientSecret: paymentIntent.client_secret, account: ownerId }
      return { payment, voucher }
    },
    async finish() {
      const paymentIntentId = started.ref()
      const body = paymentIntentId ? { paymentIntentId } : { ...choice, ...entrant }
      setIssued(await call(tickets.joinTicket, { params, body }))
      keptCode.clear(id)
      drop()
    },
  }
}
