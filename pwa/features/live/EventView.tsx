import { type ReactNode, Suspense, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { events } from '#contract/events/calls.ts'
import { ARCHIVE_NOT_INCLUDED } from '#contract/events/messages.ts'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { Attendees } from '#pwa/features/events/Attendees.tsx'
import { CalendarLink } from '#pwa/features/events/CalendarLink.tsx'
import { EventFacts } from '#pwa/features/events/EventFacts.tsx'
import { EventHead } from '#pwa/features/events/EventHead.tsx'
import { EventMenu, type EventTab } from '#pwa/features/events/EventMenu.tsx'
import { EventReport } from '#pwa/features/events/EventReport.tsx'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { KindChooser } from '#pwa/features/events/purchase/KindChooser.tsx'
import { TicketPanel } from '#pwa/features/events/purchase/TicketPanel.tsx'
import { useChosenKind } from '#pwa/features/events/purchase/useChosenKind.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { currentPage, shareUrl } from '#pwa/lib/share.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { createArchivePlayback } from './archive/archive-playback.ts'
import css from './EventView.module.css'
import { HolderPanel } from './HolderPanel.tsx'
import { LazyWatch } from './lazy-watch.ts'

// Loaded only in the archive.
const ArchiveParts = lazyComponent(
  async () => (await import('./archive/ArchiveParts.tsx')).ArchiveParts,
)
// Loaded only for the owner.
const Studio = lazyComponent(async () => (await import('./studio/Studio.tsx')).Studio)

interface EventViewProps {
  event: Event
  /** The age of the data, if it is from the offline store. */
  saved: ReactNode
  tab: EventTab
}

/** An event page: description and ticket, or, with an entitlement, the player and the talk. */
export function EventView({ event, saved, tab }: EventViewProps) {
  const { data: room } = useLoad(rooms.getRoom, { params: { id: event.room.id } })
  const [playback] = useState(createArchivePlayback)
  const kind = useChosenKind(event)
  const over = <Over event={event} />
  const top = (
    <div className={css.top}>
      <Picture event={event} />
      {over}
    </div>
  )
  return (
    <div className={cx(css.wrap, event.can.watch && css.watching)}>
      {event.can.watch ? (
        <Suspense fallback={top}>
          <LazyWatch event={event} over={over} playback={playback} />
        </Suspense>
      ) : (
        top
      )}
      {event.is_owner && event.can.watch && (
        <div className={css.desk}>
          <Suspense>
            <Studio event={event} />
          </Suspense>
        </div>
      )}
      <div className={css.columns}>
        <div>
          <EventHead event={event} room={room} />
          <Attendees event={event} />
          {saved}
          {isBarred(event) && (
            <Alert tone="warning" role="status">
              {WATCHING_BANNED}
            </Alert>
          )}
          {event.live_only && event.publishment_flg > 1 && (
            <Alert role="status">{ARCHIVE_NOT_INCLUDED}</Alert>
          )}
          {event.can.watch && event.archive === 1 && (
            <Suspense>
              <ArchiveParts event={event} playback={playback} />
            </Suspense>
          )}
          <KindChooser event={event} room={room} choice={kind} />
          <EventMenu current={tab} />
          {tab === 'about' ? <EventFacts event={event} /> : <OtherEvents event={event} />}
          <div className={css.more}>
            {tab === 'about' && <CalendarLink event={event} />}
            {!event.is_owner && <EventReport event={event} />}
          </div>
        </div>
        <div className={css.aside}>
          {event.is_owner && !event.can.watch && (
            <Suspense>
              <Studio event={event} />
            </Suspense>
          )}
          {event.joined && event.can.watch && !event.is_owner ? (
            <HolderPanel event={event} />
          ) : (
            <TicketPanel event={event} room={room} kind={kind.chosen} />
          )}
        </div>
      </div>
    </div>
  )
}

/** A ticket holder who may not watch was banned from the event. */
const isBarred = ({ joined, can, cancelled }: Event) => joined && !can.watch && !cancelled

/** The back and share buttons above the picture. */
function Over({ event: { title, room } }: { event: Event }) {
  const share = () => shareUrl(currentPage(title))
  return (
    <div className={css.over}>
      <IconButton icon="back" label="ルームへ戻る" tone="scrim" to={paths.room(room.id)} />
      <span className="grow" />
      <IconButton icon="share" label="共有" tone="scrim" onClick={() => void share()} />
    </div>
  )
}

const Picture = ({ event: { thumbnail_image_path } }: { event: Event }) => (
  <div className={css.picture}>
    {thumbnail_image_path && (
      <img className="art" src={thumbnail_image_path} alt="" width={1000} height={563} />
    )}
  </div>
)

function OtherEvents({ event: { id: shown, room } }: { event: Event }) {
  const list = useList(events.listEvents, roomEvents(room.id))
  return (
    <LoadedList
      of={{ ...list, items: list.items?.filter(({ id }) => id !== shown) }}
      empty={<Alert>このルームのほかのイベントは、まだありません。</Alert>}
      keyOf={({ id }) => id}
    >
      {(event) => <EventRow event={event} showRoom={false} />}
    </LoadedList>
  )
}
