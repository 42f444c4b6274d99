import { lazy, Suspense } from 'react'
import type { Event } from '#contract/events.ts'
import { EVENT_CANCELLED, NOT_A_MEMBER } from '#contract/messages.ts'
import type { Room } from '#contract/rooms.ts'
import { LoginSheet } from '#pwa/features/rooms/LoginSheet.tsx'
import { useJoinPrompt } from '#pwa/features/rooms/useJoinPrompt.ts'
import { dayAndTime, price } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import css from './TicketPanel.module.css'
import { ticketStateOf } from './ticket-state.ts'

/** The price of an event, and the next step to its ticket. */
export function TicketPanel({ event, room }: { event: Event; room: Room | undefined }) {
  return (
    <aside
      className={cx(css.panel, !event.can.watch && css.foot)}
      data-bottom-bar={!event.can.watch || undefined}
      aria-label="視聴チケット"
    >
      <p className={css.price}>
        <span className="note muted">視聴チケット</span>
        <b className="num">{price(event.amount)}</b>
      </p>
      <NextStep event={event} room={room} />
      {event.can.buy && (
        <p className={css.note}>
          販売は {dayAndTime(event.sales_end)} まで、残り{event.remaining}枚です。
        </p>
      )}
    </aside>
  )
}

function NextStep({ event, room }: { event: Event; room: Room | undefined }) {
  const session = useSessionState()
  const now = useNow()
  switch (ticketStateOf(event, room, session.at, now)) {
    case 'owner':
      return (
        <Button variant="secondary" to={paths.pastEvents}>
          オーナーページで見る
        </Button>
      )
    case 'cancelled':
      return <p className={css.first}>{EVENT_CANCELLED}</p>
    case 'held':
      return (
        <>
          <Button variant="plain" disabled icon="check">
            購入済み
          </Button>
          {event.publishment_flg === 0 && (
            <Suspense>
              <EventBell event={event} />
            </Suspense>
          )}
        </>
      )
    case 'over':
      return <Closed>販売は終了しました</Closed>
    case 'full':
      return <Closed>満席になりました</Closed>
    case 'visitor':
      return <AskLogin />
    case 'outside':
      return (
        <>
          <p className={css.first}>{NOT_A_MEMBER}</p>
          <Button to={paths.room(event.room.id)}>ルームを見る</Button>
        </>
      )
    case 'member':
      return <Buy event={event} />
    case 'unknown':
      return null
  }
}

const Closed = ({ children }: { children: string }) => (
  <Button variant="plain" disabled>
    {children}
  </Button>
)

const EventBell = lazy(async () => ({ default: (await import('./EventBell.tsx')).EventBell }))
const TicketOverlay = lazy(async () => ({
  default: (await import('./TicketOverlay.tsx')).TicketOverlay,
}))

function Buy({ event }: { event: Event }) {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        チケットを購入する
      </Button>
      {open && (
        <Suspense>
          <TicketOverlay event={event} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function AskLogin() {
  const { open, ask, close } = useJoinPrompt()
  return (
    <>
      <Button icon="ticket" onClick={ask}>
        チケットを購入する
      </Button>
      <LoginSheet open={open} onClose={close} what="チケットの購入" />
    </>
  )
}
