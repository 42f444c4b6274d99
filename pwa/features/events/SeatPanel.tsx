import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router-dom'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { NOT_A_MEMBER } from '#contract/rooms/messages.ts'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { useJoinPrompt } from '#pwa/features/rooms/join/useJoinPrompt.ts'
import { formatPrice } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { acquisitionLabels } from './acquisition-labels.ts'
import css from './SeatPanel.module.css'
import type { SeatState } from './seat-state.ts'

interface SeatPanelProps {
  /** The kind of ticket: 視聴チケット or 入場チケット. */
  what: string
  amount: number
  state: SeatState
  room: string
  /** Fixed at the bottom of a phone's screen: an action is possible. */
  foot: boolean
  /** The owner's page of this product. */
  ownerPage: To
  cancelled: string
  /** Actions on the user's ticket. */
  ticketActions?: ReactNode
  /** End of sales and remaining tickets. */
  note?: ReactNode
  /** The purchase form. */
  sheet: (onClose: () => void) => ReactNode
}

/** The price of a ticket, and the next step to it. */
export function SeatPanel(props: SeatPanelProps) {
  const { what, amount, foot, note } = props
  return (
    <aside
      className={cx(css.panel, foot && css.foot)}
      data-bottom-bar={foot || undefined}
      aria-label={what}
    >
      <p className={css.price}>
        <span className="note muted">{what}</span>
        <b className="num">{formatPrice(amount)}</b>
      </p>
      <NextStep {...props} />
      {note && <p className={css.note}>{note}</p>}
    </aside>
  )
}

function NextStep({
  amount,
  state,
  room,
  ownerPage,
  cancelled,
  ticketActions,
  sheet,
}: SeatPanelProps) {
  const labels = acquisitionLabels(amount)
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
    case 'full':
      return <Closed>満席になりました</Closed>
    case 'visitor':
      return <AskLogin labels={labels} />
    case 'outside':
      return (
        <>
          <p className={css.first}>{NOT_A_MEMBER}</p>
          <Button to={paths.room(room)}>ルームを見る</Button>
        </>
      )
    case 'member':
      return <Buy labels={labels} sheet={sheet} />
    case 'refused':
      return <p className={css.first}>{WATCHING_BANNED}</p>
    case 'unknown':
      return null
  }
}

const Closed = ({ children }: { children: string }) => (
  <Button variant="plain" disabled>
    {children}
  </Button>
)

interface StepProps {
  labels: ReturnType<typeof acquisitionLabels>
}

function Buy({ labels, sheet }: StepProps & Pick<SeatPanelProps, 'sheet'>) {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        {labels.take}
      </Button>
      {open && <Suspense>{sheet(close)}</Suspense>}
    </>
  )
}

function AskLogin({ labels }: StepProps) {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        {labels.take}
      </Button>
      <LoginSheet open={open} onClose={close} what={labels.noun} />
    </>
  )
}
