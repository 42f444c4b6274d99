import { type Event, events } from '#contract/events/calls.ts'
import { asSold, kindName } from '#contract/events/live-only.ts'
import { urlOf } from '#contract/http/caller.ts'
import { eventConfirmation } from '#contract/orders/confirmation.ts'
import { konbiniDeadline } from '#contract/payments/konbini.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { type PurchaseDraft, usePurchaseDraft } from '#pwa/features/orders/usePurchaseDraft.ts'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useCall, useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState, useUser } from '#pwa/lib/api/session.tsx'
import { pageOfHolder } from '#pwa/lib/attendance-link.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { fromLink } from '#pwa/lib/from-link.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { assertOffered } from './assert-offered.ts'
import { SeatOverlay } from './SeatOverlay.tsx'
import type { TicketPayment } from './useSeatPurchase.ts'

interface TicketOverlayProps {
  event: Event
  /** Of an event that is sold in two kinds: the one without its archive. */
  liveOnly: boolean
  joining: Room | undefined
  onClose: () => void
}

/** The event join form. */
export function TicketOverlay({ event, liveOnly, joining, onClose }: TicketOverlayProps) {
  const draft = usePurchaseDraft(event.id, { notify: true })
  const { notify } = draft.values
  const user = useUser()
  const { id, title, start, room } = event
  const held = useHeld(event)
  const until = konbiniDeadline({ ...event, resale: held.resale }, useNow())
  const sold = { ...asSold(event, liveOnly), ...held }
  const { amount } = sold
  return (
    <SeatOverlay
      subject={{
        title: typedTitle(title, kindName(sold.liveOnly)),
        when: `${dayAndTime(start)} から`,
        room,
      }}
      amount={amount}
      lines={amount > 0 ? eventConfirmation(sold) : FREE}
      konbini={until === null ? null : { until, lines: eventConfirmation(sold, until) }}
      buying={useBuying(event, liveOnly, draft)}
      joining={joining}
      ticket={{ picture: event.thumbnail_image_path, number: null }}
      actions={<TicketActions event={event} />}
      calendar={urlOf(events.getCalendar, { params: { id } })}
      shared={(page) => pageOfHolder({ ...page, title }, user)}
      back="イベントへ戻る"
      offer={notify && <PushOffer />}
      onClose={onClose}
    >
      {(busy) => (
        <>
          <Toggle
            label="開始前に通知を受け取る"
            checked={notify}
            onChange={(on) => draft.change({ notify: on })}
            disabled={busy}
          />
          {user?.publishes_attendance && (
            <p className="note muted">
              このイベントのページに、参加者としてアイコンと表示名が表示されます。「アカウントと通知」で変更できます。
            </p>
          )}
        </>
      )}
    </SeatOverlay>
  )
}

/** Until when a seat is held for the viewer, if one is, and whether theirs is one that a holder gave back. */
function useHeld({ id, remaining, resale }: Event) {
  const enabled = useSessionState().at === 'member' && (remaining === 0 || resale)
  const { data } = useLoad(waitlist.getWait, { params: { kind: 'event', id } }, { enabled })
  return enabled && data?.state === 'offered'
    ? { held_until: data.until, resale: data.resale }
    : { held_until: null, resale }
}

/** During the stream the event comes first, otherwise the ticket. The page reloads, as the ticket changes it. */
const TicketActions = ({ event: { id, room, publishment_flg } }: { event: Event }) => (
  <>
    {publishment_flg === 1 && (
      <Button wide icon="play" to={paths.event(room.id, id)} reloadDocument>
        視聴する
      </Button>
    )}
    <Button
      wide
      icon="ticket"
      variant={publishment_flg === 1 ? 'secondary' : 'primary'}
      to={paths.eventTicket(id)}
      reloadDocument
    >
      チケットを見る
    </Button>
  </>
)

const FREE = [
  { label: 'お支払い', text: '無料' },
  { label: '内容', text: '視聴チケット 1枚' },
]

/** The calls of the purchase. */
function useBuying(event: Event, liveOnly: boolean, draft: PurchaseDraft<{ notify: boolean }>) {
  const call = useCall()
  const { id: event_id, room } = event
  const { amount } = asSold(event, liveOnly)
  const started = startedPayment('event', event_id)
  return {
    started,
    free: amount === 0 ? RETRY_LATER : null,
    async check() {
      const today = await call(events.getEvent, { params: { id: event_id } })
      assertOffered(asSold(today, liveOnly), amount)
    },
    async start(paying: TicketPayment, key: string) {
      const { paymentIntent, ownerId, voucher } = await call(
        events.startJoin,
        { body: { event_id, amount, live_only: liveOnly, ...paying, from: fromLink.of(room.id) } },
        { idempotencyKey: key },
      )
      started.keep(paymentIntent.id)
      const payment = { clientSecret: paymentIntent.client_secret, account: ownerId }
      return { payment, voucher }
    },
    async finish() {
      const paymentIntentId = started.ref()
      await call(events.join, { body: { event_id, ...(paymentIntentId && { paymentIntentId }) } })
      // A failed reminder does not fail the purchase: the ticket exists already.
      const reminder = { params: { id: event_id }, body: { on: draft.values.notify } }
      await call(events.setNotify, reminder).catch(console.error)
      draft.drop()
    },
  }
}
