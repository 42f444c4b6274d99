import { type ReactNode, useState } from 'react'
import type { Line } from '#contract/confirmation.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import type { PurchaseSteps } from '#pwa/features/orders/purchase.ts'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentDesk } from '#pwa/features/payments/usePaymentDesk.ts'
import { price } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import css from './SeatOverlay.module.css'
import { wordsOfTaking } from './taking.ts'

interface SeatOverlayProps {
  /** What is bought: its title, and when it is. */
  subject: { title: string; when: string; room: { id: string; icon_image_path: string | null } }
  amount: number
  lines: Line[]
  /** The calls that make it a ticket. */
  buying: Pick<PurchaseSteps, 'start' | 'finish' | 'free'>
  /** The button that leads back: イベントへ戻る. */
  back: string
  /** What to ask of whoever has just bought it. */
  offer?: ReactNode
  /** Further settings, above the terms. */
  children?: (busy: boolean) => ReactNode
  onClose: () => void
}

/** The form that buys a place, or takes a free one: over the whole screen, hidden until it is asked for. */
export function SeatOverlay(props: SeatOverlayProps) {
  const { subject, amount, lines, buying, back, offer, children, onClose } = props
  const { title, when, room } = subject
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const paid = amount > 0
  const say = wordsOfTaking(amount)
  const fetched = usePaymentDesk(paid)
  const { step, pay } = usePurchase(buying)
  const leave = () => step.at !== 'paying' && onClose()
  // The page is read anew: with a ticket it is another one.
  const reload = () => location.reload()

  if (step.at === 'done')
    return (
      <Done
        picture={room.icon_image_path}
        title={say.taken}
        paid={paid}
        words={
          <>
            {title}
            <br />
            {when}
          </>
        }
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
    <Overlay label={say.taking} title={say.take} onClose={leave}>
      <p className={css.event}>
        <b>{title}</b>
        <span className="note muted">{when}</span>
      </p>
      <Checkout
        paid={paid}
        room={room.id}
        fetched={fetched}
        lines={lines}
        price={price(amount)}
        action={say.confirm}
        step={step}
        onPay={(cards) => void pay(fetched.desk, cards)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
      >
        {children?.(step.at !== 'form')}
      </Checkout>
    </Overlay>
  )
}
