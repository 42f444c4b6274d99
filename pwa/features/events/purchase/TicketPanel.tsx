import { Suspense } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { asSold, hasKinds } from '#contract/events/live-only.ts'
import { EVENT_CANCELLED } from '#contract/events/messages.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { lazyComponent, lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { eventPrice } from '../event-price.ts'
import { salesStartLabel } from '../sales-start.ts'
import { acquisitionLabels } from './acquisition-labels.ts'
import { KindChooser } from './KindChooser.tsx'
import { SeatPanel } from './SeatPanel.tsx'
import type { SeatState } from './seat-state.ts'
import { ticketStateOf } from './ticket-state.ts'
import { useChosenKind } from './useChosenKind.ts'

const EventBell = lazyComponent(async () => (await import('../EventBell.tsx')).EventBell)
const TicketOverlay = lazyWithProgress(
  async () => (await import('./TicketOverlay.tsx')).TicketOverlay,
)

/** Whose ticket is held or not sold any more. */
const OVER: SeatState[] = ['held', 'over', 'cancelled']
/** Who may choose a kind: also for a seat that may be offered. */
const CHOOSING: SeatState[] = ['full', 'visitor', 'unknown', 'outside', 'member']

/** The price of an event ticket, and the next step to it. */
export function TicketPanel({ event, room }: { event: Event; room: Room | undefined }) {
  const session = useSessionState()
  const state = ticketStateOf(event, room, session.at, useNow())
  const { chosen, choose } = useChosenKind(event)
  const isSoldByKind = hasKinds(event) && !OVER.includes(state)
  const { amount, liveOnly } = asSold(event, chosen === 'live')
  const unchosen = isSoldByKind && chosen === null
  return (
    <SeatPanel
      what={event.resale ? '視聴チケット（公式リセール）' : '視聴チケット'}
      amount={amount}
      {...((unchosen || !isSoldByKind) && { price: eventPrice(event) })}
      choice={
        isSoldByKind && (
          <KindChooser
            event={event}
            chosen={chosen}
            onChoose={CHOOSING.includes(state) ? choose : null}
          />
        )
      }
      unchosen={unchosen}
      carried={isSoldByKind && chosen ? { type: chosen } : undefined}
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
          liveOnly={liveOnly === true}
          joining={joining}
          onClose={onClose}
        />
      )}
    />
  )
}
