import { type ReactNode, useState } from 'react'
import type { ConfirmationLine } from '#contract/orders/confirmation.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import type { PurchaseSteps, Started } from '#pwa/features/orders/purchase.ts'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { formatPrice } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { acquisitionLabels } from './acquisition-labels.ts'
import css from './SeatOverlay.module.css'

/** The card that pays a ticket, and whether it is saved. */
export interface TicketPayment {
  token: string | undefined
  keep_card: boolean
  guardian_consent: boolean
}

interface SeatOverlayProps {
  /** The product: its title and date. */
  subject: { title: string; when: string; room: { id: string; icon_image_path: string | null } }
  amount: number
  lines: ConfirmationLine[]
  /** The calls of the purchase. */
  buying: Pick<PurchaseSteps, 'finish' | 'free'> & {
    start: (payment: TicketPayment, key: string) => Promise<Started>
  }
  /** The label of the back button, for example イベントへ戻る. */
  back: string
  /** An offer shown after the purchase. */
  offer?: ReactNode
  /** Further settings, above the terms. */
  children?: (busy: boolean) => ReactNode
  onClose: () => void
}

/** The full-screen form that buys a ticket, or takes a free one; hidden until opened. */
export function SeatOverlay(props: SeatOverlayProps) {
  const { subject, amount, lines, buying, back, offer, children, onClose } = props
  const { title, when, room } = subject
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const paid = amount > 0
  const labels = acquisitionLabels(amount)
  const fetched = usePaymentForm(paid)
  const [isKept, setKept] = useState(false)
  const { step, pay } = usePurchase({
    ...buying,
    start: (token, key, guardian_consent) =>
      buying.start({ token, keep_card: isKept, guardian_consent }, key),
  })
  const leave = () => step.at !== 'paying' && onClose()
  // Reloads the page, as its content differs for ticket holders.
  const reload = () => location.reload()

  if (step.at === 'done')
    return (
      <Done
        picture={room.icon_image_path}
        title={labels.taken}
        paid={paid}
        text={
          <>
            {title}
            <br />
            {when}
          </>
        }
        shared={title}
        onClose={reload}
        actions={
          <>
            {offer}
            <Button wide onClick={reload}>
              {back}
            </Button>
            <Button wide variant="quiet" to={paths.ticketBox} reloadDocument>
              チケットボックスを見る
            </Button>
          </>
        }
      />
    )
  return (
    <Overlay label={labels.noun} title={labels.take} onClose={leave}>
      <p className={css.event}>
        <b>{title}</b>
        <span className="note muted">{when}</span>
      </p>
      <Checkout
        paid={paid}
        room={room.id}
        fetched={fetched}
        lines={lines}
        price={formatPrice(amount)}
        action={labels.confirm}
        step={step}
        onPay={(cards, guardian) => void pay(fetched.paymentForm, cards, guardian)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
        keeping={{ isKept, onKeep: setKept }}
      >
        {children?.(step.at !== 'form')}
      </Checkout>
    </Overlay>
  )
}
