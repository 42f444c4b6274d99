import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import type { To } from 'react-router-dom'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { ROOM_CLOSED } from '#contract/rooms/messages.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import type { Choice } from '#pwa/lib/choice-path.ts'
import { formatPrice } from '#pwa/lib/format.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import type { Subject } from '#pwa/ui/picture/Subject.tsx'
import { Acquire, type OpenForm } from './Acquire.tsx'
import { acquisitionLabels } from './acquisition-labels.ts'
import css from './SeatPanel.module.css'
import type { Waited } from './SeatWait.tsx'
import type { SeatState } from './seat-state.ts'
import { useReopening } from './useReopening.ts'
import { VisitorWait } from './VisitorWait.tsx'

const VoucherOr = lazyComponent(
  async () => (await import('#pwa/features/orders/vouchers/VoucherOr.tsx')).VoucherOr,
)
const SeatWait = lazyComponent(async () => (await import('./SeatWait.tsx')).SeatWait)

interface SeatPanelProps {
  /** The kind of ticket: 視聴チケット or 入場チケット. */
  what: string
  amount: number
  /** Replaces the price, for example by a range. */
  price?: string
  /** A choice before the next step. */
  choice?: ReactNode
  /** The choice is to be made before a seat that is offered from the waiting list is bought. */
  unchosen?: boolean
  state: SeatState
  /** What the ticket is for, as the login shows it. */
  subject: ComponentProps<typeof Subject>
  /** What was chosen. The link back after a login contains it for another device. */
  carried?: Choice | undefined
  /** Whose members may buy it; not known yet, or a ticket for all, if undefined. */
  room: Room | undefined
  /** Fixed at the bottom of a phone's screen: an action is possible. */
  foot: boolean
  /** The owner's page of this product. */
  ownerPage: To
  cancelled: string
  /** Actions on the user's ticket. */
  ticketActions?: ReactNode
  /** End of sales and remaining tickets. */
  note?: ReactNode
  /** Whose waiting list is open while it is sold out. */
  waited: Waited
  /** The purchase form; `joining`: the room that the buyer joins with the same press. */
  sheet: (onClose: () => void, joining: Room | undefined) => ReactNode
}

/**
 * The price of a ticket, and the next step to it. The open form stays whatever the page behind it learns meanwhile: the
 * buyer's own order may hold the last seat, or the seat that was offered to them.
 */
export function SeatPanel(props: SeatPanelProps) {
  const { what, amount, price = formatPrice(amount), choice, foot, note, sheet } = props
  const [form, setForm] = useState<OpenForm | null>(null)
  // What was joined with the first press is not joined again by a button that is drawn anew.
  const open = (next: OpenForm) =>
    setForm((before) => ({ ...next, ...(before && { joining: before.joining }) }))
  const close = () => {
    form?.close()
    setForm(null)
  }
  useReopening(props.waited, props, open)
  return (
    <Card
      as="aside"
      padded
      className={cx(css.panel, foot && css.foot)}
      data-bottom-bar={foot || undefined}
      aria-label={what}
    >
      <p className={css.price}>
        <span className="note muted">{what}</span>
        <b className="num">{price}</b>
      </p>
      {choice}
      <NextStep {...props} onOpen={open} />
      {form && <Suspense>{sheet(close, form.joining)}</Suspense>}
      {note && <p className={css.note}>{note}</p>}
    </Card>
  )
}

function NextStep({
  amount,
  state,
  room,
  ownerPage,
  cancelled,
  ticketActions,
  onOpen,
  subject,
  carried,
  waited,
  unchosen = false,
}: SeatPanelProps & Pick<ComponentProps<typeof Acquire>, 'onOpen'>) {
  const labels = acquisitionLabels(amount)
  const session = useSessionState()
  switch (state) {
    case 'owner':
      return (
        <Button variant="secondary" to={ownerPage}>
          オーナーページで見る
        </Button>
      )
    case 'cancelled':
      return <p className={css.first}>{cancelled}</p>
    case 'held':
      return (
        <>
          <Button variant="plain" disabled icon="check">
            {labels.held}
          </Button>
          {ticketActions}
        </>
      )
    case 'early':
      return <Closed>{labels.early}</Closed>
    case 'over':
      return <Closed>{labels.over}</Closed>
    case 'closed':
      return <p className={css.first}>{ROOM_CLOSED}</p>
    case 'full':
      return session.at === 'visitor' ? (
        <VisitorWait subject={subject} />
      ) : (
        <Wait waited={waited} room={room}>
          {unchosen ? (
            <Closed>{CHOOSE_FIRST}</Closed>
          ) : (
            <Acquire state="member" amount={amount} room={room} onOpen={onOpen} subject={subject} />
          )}
        </Wait>
      )
    case 'soldOut':
    case 'choose': {
      const closed = <Closed>{state === 'choose' ? CHOOSE_FIRST : '売り切れました'}</Closed>
      return session.at === 'visitor' ? closed : <OrVoucher product={waited}>{closed}</OrVoucher>
    }
    case 'member': {
      const acquire = (
        <Acquire state={state} amount={amount} room={room} onOpen={onOpen} subject={subject} />
      )
      return amount === 0 ? acquire : <OrVoucher product={waited}>{acquire}</OrVoucher>
    }
    case 'visitor':
    case 'outside':
      return (
        <Acquire
          state={state}
          amount={amount}
          room={room}
          onOpen={onOpen}
          subject={subject}
          carried={carried}
        />
      )
    case 'refused':
      return <p className={css.first}>{WATCHING_BANNED}</p>
    case 'unknown':
      return null
  }
}

/** The buyer's payment number for this product, or else the children. */
const OrVoucher = ({ product, children }: ComponentProps<typeof VoucherOr>) => (
  <Suspense fallback={children}>
    <VoucherOr product={product}>{children}</VoucherOr>
  </Suspense>
)

type WaitProps = ComponentProps<typeof SeatWait>

/** The waiting list. Its children: what buys a seat that is offered. */
const Wait = ({ waited, room, children }: WaitProps) => (
  <Suspense fallback={<Closed>満席になりました</Closed>}>
    <VoucherOr product={waited}>
      <SeatWait waited={waited} room={room}>
        {children}
      </SeatWait>
    </VoucherOr>
  </Suspense>
)

const CHOOSE_FIRST = '券種を選んでください'

const Closed = ({ children }: { children: string }) => (
  <Button variant="plain" disabled>
    {children}
  </Button>
)
