import { type ReactNode, useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import type { ConfirmationLine } from '#contract/orders/confirmation.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { JOINED_WITHOUT_TICKET, TICKET_STILL_OPEN } from '#contract/rooms/messages.ts'
import type { Confirming } from '#pwa/adapters/payment-form.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import type { Purchase } from '#pwa/features/orders/purchase.ts'
import { type Consents, usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { roomPurchase } from '#pwa/features/rooms/join/room-purchase.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession, useUser } from '#pwa/lib/api/session.tsx'
import { userIn } from '#pwa/lib/api/session-state.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import { currentPage, type SharedPage } from '#pwa/lib/share.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { PrintedTicket, type PrintedTicketProps } from '#pwa/ui/tickets/PrintedTicket.tsx'
import { CalendarButton } from '../CalendarLink.tsx'
import { useReload } from '../useReload.ts'
import { acquisitionLabels } from './acquisition-labels.ts'
import { PaymentMethods } from './PaymentMethods.tsx'
import css from './SeatOverlay.module.css'
import { seatOrderOf } from './seat-order.ts'

/** The card that pays a ticket, and whether it is saved. */
export interface TicketPayment {
  token: string | undefined
  method: 'card' | 'konbini'
  keep_card: boolean
  guardian_consent: boolean
}

/** The payment to confirm, or the payment number of a convenience store. */
export interface StartedSeat {
  payment: Confirming
  voucher: { id: string } | null
}

interface SeatOverlayProps {
  /** The product: its title and date. */
  subject: { title: string; when: string; room: { id: string; tint: string | null } }
  /** The bought ticket, as far as it is not of the subject. */
  ticket: Pick<PrintedTicketProps, 'picture' | 'number'> & { holder?: string }
  /** Buttons for the bought ticket; the first one is the main action. */
  actions: ReactNode
  /** The address of the calendar file. */
  calendar: string
  amount: number
  /** The final confirmation of a payment by card, or by `konbini` until its deadline. */
  lines: ConfirmationLine[]
  konbini: { until: string; lines: ConfirmationLine[] } | null
  /** The calls of the purchase. */
  buying: Omit<Purchase, 'start'> & {
    start: (payment: TicketPayment, key: string) => Promise<StartedSeat>
  }
  /** The room that the buyer joins with the same press, as the ticket is for its members. */
  joining: Room | undefined
  /** The page by which the buyer tells friends, if that is not the one that is open. */
  shared?: (page: SharedPage) => SharedPage
  /** The label of the back button, for example イベントへ戻る. */
  back: string
  /** An offer shown after the purchase. */
  offer?: ReactNode
  /** Further settings, above the terms. */
  children?: (busy: boolean) => ReactNode
  /** Checks the further settings before anything is paid; false shows their errors. */
  validate?: () => boolean
  onClose: () => void
}

/**
 * The full-screen form that buys a ticket, or takes a free one; hidden until opened. With `joining`, one press joins the
 * room, too; if only the ticket fails, the form stays open for the ticket alone.
 */
export function SeatOverlay(props: SeatOverlayProps) {
  const { subject, amount, children, onClose } = props
  const { title, when, room } = subject
  const labels = acquisitionLabels(amount)
  const { step, pay, order, joined, hasMore, keeping, isNew, setNew, ...paying } =
    useSeatPurchase(props)
  const fetched = usePaymentForm(order.paid)
  const reloadAll = useReload()
  const leave = () => {
    if (step.at === 'paying' || (step.at === 'waiting' && hasMore)) return
    onClose()
    // Only now: a reload of the page behind unmounts this form if the ticket has sold out.
    if (joined) void reloadAll()
  }
  if (step.at === 'done' && paying.voucherId) return <VoucherIssued id={paying.voucherId} />
  if (step.at === 'done') return <SeatTaken {...props} joined={joined} paid={order.paid} />
  return (
    <Overlay label={labels.noun} title={labels.take} onClose={leave}>
      <p className={css.event}>
        <b>{title}</b>
        <span className="note muted">{when}</span>
      </p>
      {joined && step.at === 'form' && (
        <Alert tone="warning" role="status">
          <p>
            <b>{JOINED_WITHOUT_TICKET}</b>
          </p>
          <p>{TICKET_STILL_OPEN}</p>
        </Alert>
      )}
      <Checkout
        {...order}
        inStore={paying.inStore}
        methods={
          paying.canChoose && (
            <PaymentMethods
              inStore={paying.inStore}
              until={props.konbini?.until ?? null}
              onChange={paying.setInStore}
              disabled={step.at !== 'form'}
            />
          )
        }
        room={room.id}
        fetched={fetched}
        wallet={{ ...order.wallet, title }}
        step={step}
        onPay={(from, consents) => void pay(fetched.paymentForm, from, consents)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
        keeping={keeping}
        validate={props.validate}
        hasMore={hasMore}
      >
        {children?.(step.at !== 'form')}
      </Checkout>
    </Overlay>
  )
}

/** The page of the payment number takes over. */
function VoucherIssued({ id }: { id: string }) {
  useEffect(() => purchaseIntent.clear(), [])
  return <Navigate to={paths.voucher(id)} replace />
}

// Reloads the page, as its content differs for ticket holders.
const reload = () => location.reload()

type SeatTakenProps = SeatOverlayProps & { joined: Room | null; paid: boolean }

/** The bought ticket, and where to go from there. */
function SeatTaken({ subject, ticket, joined, paid, ...props }: SeatTakenProps) {
  const user = useUser()
  const { title, when, room } = subject
  useEffect(() => purchaseIntent.clear(), [])
  return (
    <Done
      wide
      picture={
        <PrintedTicket
          {...ticket}
          tint={room.tint}
          title={title}
          note={when}
          holder={ticket.holder ?? user?.display_name ?? ''}
        />
      }
      title={acquisitionLabels(props.amount).taken}
      paid={paid || (joined?.amount ?? 0) > 0}
      text={joined ? `「${joined.title}」にも参加しました。` : 'チケットボックスに入っています。'}
      shared={props.shared?.(currentPage(title)) ?? currentPage(title)}
      onClose={reload}
      actions={
        <>
          {props.actions}
          <CalendarButton wide href={props.calendar} />
        </>
      }
      further={
        <>
          {props.offer}
          <Button wide variant="quiet" onClick={reload}>
            {props.back}
          </Button>
        </>
      }
    />
  )
}

/** State of the checkout: the order in the form, its card, and the products bought so far. */
function useSeatPurchase({ amount, lines, konbini, buying, joining }: SeatOverlayProps) {
  // As the form was opened: the page behind it learns of the membership while the form is still open.
  const [room] = useState(joining)
  const now = useNow()
  const session = useSession()
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const [isKept, setKept] = useState(false)
  const [chosen, setInStore] = useState(false)
  const [voucherId, setVoucherId] = useState<string | null>(null)
  // A membership is paid by card, and the ticket with it.
  const canChoose = konbini !== null && (room?.amount ?? 0) === 0
  const inStore = chosen && canChoose
  const ticket = {
    ...buying,
    async start(token: string | undefined, key: string, { guardian, isWallet }: Consents) {
      const payment = {
        token,
        method: inStore ? ('konbini' as const) : ('card' as const),
        keep_card: isKept && !isWallet,
        guardian_consent: guardian,
      }
      const seat = await buying.start(payment, key)
      setVoucherId(seat.voucher?.id ?? null)
      return inStore ? null : seat.payment
    },
    // The ticket follows once the number is paid.
    ...(inStore && { finish: async () => undefined }),
  }
  const call = useCall()
  const { step, bought, pay } = usePurchase(...(room ? [roomPurchase(call, room)] : []), ticket)
  const isJoined = room !== undefined && bought > 0
  const hasFailed = step.at === 'form' && isJoined
  // From then on the ticket is bought alone.
  const [isAlone, setAlone] = useState(false)
  useEffect(() => {
    if (!hasFailed || isAlone) return
    setAlone(true)
    // A paid membership has saved the card, which pays the ticket now.
    const read = session.reload().catch(console.error)
    void read.then(() => setNew(!userIn(session.store.get())?.mainCard))
  }, [hasFailed, isAlone, session])
  const renews = room !== undefined && room.amount > 0 && !isAlone
  return {
    step,
    pay,
    inStore,
    setInStore,
    canChoose,
    voucherId,
    order: seatOrderOf(
      amount,
      inStore && konbini ? konbini.lines : lines,
      isAlone ? undefined : room,
      now,
    ),
    joined: isJoined ? room : null,
    hasMore: room !== undefined && !isJoined,
    keeping: renews ? ('membership' as const) : { isKept, onKeep: setKept },
    isNew,
    setNew,
  }
}
