import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router-dom'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { JoinPrompt } from '#pwa/features/rooms/join/JoinPrompt.tsx'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { useJoinPrompt } from '#pwa/features/rooms/join/useJoinPrompt.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { formatPrice } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { accessCost } from './access-cost.ts'
import { acquisitionLabels } from './acquisition-labels.ts'
import css from './SeatPanel.module.css'
import type { SeatState } from './seat-state.ts'

interface SeatPanelProps {
  /** The kind of ticket: 視聴チケット or 入場チケット. */
  what: string
  amount: number
  state: SeatState
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
    case 'outside':
    case 'member':
      return <Acquire state={state} amount={amount} room={room} sheet={sheet} />
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

type AcquireProps = Pick<SeatPanelProps, 'amount' | 'room' | 'sheet'> & {
  state: 'visitor' | 'outside' | 'member'
}

/**
 * The button that leads to the ticket. Visitors log in first, others join the room first, both in sheets over this
 * page. After joining, the form of the ticket opens.
 */
function Acquire({ state, amount, room, sheet }: AcquireProps) {
  const { open, ask, close } = useJoinPrompt()
  const reload = useReload()
  const labels = acquisitionLabels(amount)
  const cost = state !== 'member' && room && accessCost(amount, room.amount)
  return (
    <>
      {cost && <p className={css.first}>{cost}</p>}
      <Button icon="ticket" onClick={ask}>
        {state === 'outside' ? labels.joinAndTake : labels.take}
      </Button>
      {state === 'visitor' && (
        <LoginSheet open={open} onClose={close} what={labels.noun}>
          {cost && <p>{cost}</p>}
        </LoginSheet>
      )}
      {open && state === 'outside' && room && (
        <JoinPrompt room={room} onClose={close} next={{ label: labels.goOn, go: reload }} />
      )}
      {open && state === 'member' && <Suspense>{sheet(close)}</Suspense>}
    </>
  )
}

/** Returns a function that reloads all data: membership of the room affects most of it. */
function useReload() {
  const client = useQueryClient()
  const session = useSession()
  return async () => {
    // First, as the form that opens with the membership begins with the saved card.
    await session.reload().catch(console.error)
    await client.invalidateQueries()
  }
}
