import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router-dom'
import { NOT_A_MEMBER, WATCHING_BANNED } from '#contract/messages.ts'
import { LoginSheet } from '#pwa/features/rooms/LoginSheet.tsx'
import { useJoinPrompt } from '#pwa/features/rooms/useJoinPrompt.ts'
import { price } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import css from './SeatPanel.module.css'
import type { SeatState } from './seat-state.ts'
import { wordsOfTaking } from './taking.ts'

interface SeatPanelProps {
  /** 視聴チケット, 入場チケット. */
  what: string
  amount: number
  state: SeatState
  room: string
  /** It stands at the foot of a phone's screen: there is something to decide. */
  foot: boolean
  /** Where its owner works with it. */
  desk: To
  cancelled: string
  /** What to do with the one that is held. */
  held?: ReactNode
  /** Until when, and how many are left. */
  note?: ReactNode
  /** The form that buys it. */
  sheet: (onClose: () => void) => ReactNode
}

/** The price of a place, and the next step to it. */
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
        <b className="num">{price(amount)}</b>
      </p>
      <NextStep {...props} />
      {note && <p className={css.note}>{note}</p>}
    </aside>
  )
}

function NextStep({ amount, state, room, desk, cancelled, held, sheet }: SeatPanelProps) {
  const words = wordsOfTaking(amount)
  switch (state) {
    case 'owner':
      return (
        <Button variant="secondary" to={desk}>
          オーナーページで見る
        </Button>
      )
    case 'cancelled':
      return <p className={css.first}>{cancelled}</p>
    case 'held':
      return (
        <>
          <Button variant="plain" disabled icon="check">
            {words.held}
          </Button>
          {held}
        </>
      )
    case 'over':
      return <Closed>{words.over}</Closed>
    case 'full':
      return <Closed>満席になりました</Closed>
    case 'visitor':
      return <AskLogin words={words} />
    case 'outside':
      return (
        <>
          <p className={css.first}>{NOT_A_MEMBER}</p>
          <Button to={paths.room(room)}>ルームを見る</Button>
        </>
      )
    case 'member':
      return <Buy words={words} sheet={sheet} />
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
  words: ReturnType<typeof wordsOfTaking>
}

function Buy({ words, sheet }: StepProps & Pick<SeatPanelProps, 'sheet'>) {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        {words.take}
      </Button>
      {open && <Suspense>{sheet(close)}</Suspense>}
    </>
  )
}

function AskLogin({ words }: StepProps) {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        {words.take}
      </Button>
      <LoginSheet open={open} onClose={close} what={words.taking} />
    </>
  )
}
