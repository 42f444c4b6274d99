import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { JOINED_WITHOUT_TICKET, TICKET_STILL_OPEN } from '#contract/rooms/messages.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
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
import { takenLabel } from './taken-label.ts'
import { type SeatSale, useSeatPurchase } from './useSeatPurchase.ts'

interface SeatOverlayProps extends SeatSale {
  /** The product: its title and date. */
  subject: { title: string; when: string; room: { id: string; tint: string | null } }
  /** The bought ticket, as far as it is not of the subject. */
  ticket: Pick<PrintedTicketProps, 'picture' | 'number'> & { holder?: string }
  /** Buttons for the bought ticket; the first one is the main action. */
  actions: ReactNode
  /** The address of the calendar file. */
  calendar: string
  /** The page by which the buyer tells friends, if that is not the one that is open. */
  shared?: (page: SharedPage) => SharedPage
  /** With those of companions. */
  seats?: number
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
    // Only now: nobody sees the page behind until then.
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
      text={takenLabel(joined, props.seats)}
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
