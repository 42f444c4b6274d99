import { Suspense } from 'react'
import type { Event } from '#contract/events.ts'
import { EVENT_CANCELLED } from '#contract/messages.ts'
import type { Room } from '#contract/rooms.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { lazyComponent, lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { SeatPanel } from './SeatPanel.tsx'
import { wordsOfTaking } from './taking.ts'
import { ticketStateOf } from './ticket-state.ts'

const EventBell = lazyComponent(async () => (await import('./EventBell.tsx')).EventBell)
const TicketOverlay = lazyWithProgress(
  async () => (await import('./TicketOverlay.tsx')).TicketOverlay,
)

/** The price of an event, and the next step to its ticket. */
export function TicketPanel({ event, room }: { event: Event; room: Room | undefined }) {
  const session = useSessionState()
  return (
    <SeatPanel
      what="視聴チケット"
      amount={event.amount}
      state={ticketStateOf(event, room, session.at, useNow())}
      room={event.room.id}
      foot={!event.can.watch}
      desk={paths.pastEvents}
      cancelled={EVENT_CANCELLED}
      held={
        event.publishment_flg === 0 && (
          <Suspense>
            <EventBell event={event} />
          </Suspense>
        )
      }
      note={
        event.can.buy &&
        `${wordsOfTaking(event.amount).sale}は ${dayAndTime(event.sales_end)} まで、残り${event.remaining}枚です。`
      }
      sheet={(onClose) => <TicketOverlay event={event} onClose={onClose} />}
    />
  )
}
