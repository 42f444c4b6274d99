import { Suspense } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { asSold, hasKinds } from '#contract/events/live-only.ts'
import { EVENT_CANCELLED } from '#contract/events/messages.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime, formatPrice } from '#pwa/lib/format.ts'
import { lazyComponent, lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { eventPrice } from '../event-price.ts'
import { salesStartLabel } from '../sales-start.ts'
import { acquisitionLabels } from './acquisition-labels.ts'
import { SeatPanel } from './SeatPanel.tsx'
import { isOnSale } from './seat-state.ts'
import { ticketStateOf } from './ticket-state.ts'
import type { Kind } from './useChosenKind.ts'

const EventBell = lazyComponent(async () => (await import('../EventBell.tsx')).EventBell)
const TicketOverlay = lazyWithProgress(
  async () => (await import('./TicketOverlay.tsx')).TicketOverlay,
)

interface TicketPanelProps {
  event: Event
  room: Room | undefined
  /** The kind that the buyer chose, of an event that is sold in two. */
  kind: Kind | null
}

/** The price of an event ticket, and the next step to it. */
export function TicketPanel({ event, room, kind }: TicketPanelProps) {
  const session = useSessionState()
  const reached = ticketStateOf(event, room, session.at, useNow())
  const chosen = hasKinds(event) ? kind : null
  const isUnchosen = hasKinds(event) && kind === null
  const state = isUnchosen && isOnSale(reached) ? 'choose' : reached
  const { amount } = asSold(event, chosen === 'live')
  return (
    <SeatPanel
      what={event.resale ? '視聴チケット（公式リセール）' : '視聴チケット'}
      amount={amount}
      price={chosen ? formatPrice(amount) : eventPrice(event)}
      unchosen={isUnchosen}
      carried={chosen ? { type: chosen } : undefined}
      state={state}
      subject={{
        src: event.thumbnail_image_path,
        title: event.title,
        note: `${dayAndTime(event.start)} から`,
      }}
      room={room}
      foot={!event.can.watch}
      waited={{
        kind: 'event',
        id: event.id,
        hours: event.offer_hours,
        until: event.sales_end,
      }}
      ownerPage={paths.pastEvents}
      cancelled={EVENT_CANCELLED}
      ticketActions={
        event.publishment_flg === 0 && (
          <Suspense>
            <EventBell event={event} />
          </Suspense>
        )
      }
      note={
        state === 'early'
          ? salesStartLabel(event.amount, event.end)
          : event.can.buy &&
            `${dayAndTime(event.sales_end)} まで${acquisitionLabels(event.amount).sale}・残り${event.remaining}枚`
      }
      sheet={(onClose, joining) => (
        <TicketOverlay
          event={event}
          liveOnly={chosen === 'live'}
          joining={joining}
          onClose={onClose}
        />
      )}
    />
  )
}
