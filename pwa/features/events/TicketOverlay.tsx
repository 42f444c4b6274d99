import { useState } from 'react'
import { eventConfirmation } from '#contract/confirmation.ts'
import { type Event, events } from '#contract/events.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentDesk } from '#pwa/features/payments/usePaymentDesk.ts'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useCall } from '#pwa/lib/api.ts'
import { dayAndTime, price } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import css from './TicketOverlay.module.css'

interface TicketOverlayProps {
  event: Event
  onClose: () => void
}

/** The event join form: over the whole screen, hidden until it is asked for. */
export function TicketOverlay({ event, onClose }: TicketOverlayProps) {
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const [notify, setNotify] = useState(true)
  const paid = event.amount > 0
  const desk = usePaymentDesk(paid)
  const { step, pay } = usePurchase(useBuying(event, notify))
  const leave = () => step.at !== 'paying' && onClose()
  // The page is read anew: with a ticket it is another one.
  const reload = () => location.reload()

  if (step.at === 'done')
    return (
      <Done
        picture={event.room.icon_image_path}
        title="チケットを購入しました"
        words={
          <>
            {event.title}
            <br />
            {dayAndTime(event.start)} から
          </>
        }
        onClose={reload}
        actions={
          <>
            {notify && <PushOffer />}
            <Button wide onClick={reload}>
              イベントへ戻る
            </Button>
            <Button wide variant="quiet" to={paths.ticketBox} reloadDocument>
              チケットボックスを見る
            </Button>
          </>
        }
      />
    )
  return (
    <Overlay label="チケットの購入" title="チケットを購入する" onClose={leave}>
      <p className={css.event}>
        <b>{event.title}</b>
        <span className="note muted">{dayAndTime(event.start)} から</span>
      </p>
      <Checkout
        paid={paid}
        room={event.room.id}
        desk={desk}
        lines={paid ? eventConfirmation(event) : FREE}
        price={price(event.amount)}
        action={paid ? 'この内容で購入する' : '参加する'}
        step={step}
        onPay={(cards) => void pay(desk, cards)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
      >
        <Toggle
          label="開始前にお知らせを受け取る"
          checked={notify}
          onChange={setNotify}
          disabled={step.at !== 'form'}
        />
      </Checkout>
    </Overlay>
  )
}

const FREE = [
  { label: 'お支払い', text: '無料' },
  { label: '内容', text: '視聴チケット 1枚' },
]

/** The calls that make a ticket. */
function useBuying({ id: event_id, amount }: Event, notify: boolean) {
  const call = useCall()
  let paymentIntentId: string | undefined
  return {
    free: amount === 0 ? RETRY_LATER : null,
    async start(token: string | undefined, key: string) {
      const { paymentIntent, ownerId } = await call(
        events.startJoin,
        { body: { event_id, token, amount } },
        { idempotencyKey: key },
      )
      paymentIntentId = paymentIntent.id
      return { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    async finish() {
      await call(events.join, { body: { event_id, ...(paymentIntentId && { paymentIntentId }) } })
      // The ticket is there, whatever becomes of the reminder.
      await call(events.setNotify, { params: { id: event_id }, body: { on: notify } }).catch(
        console.error,
      )
    },
  }
}
