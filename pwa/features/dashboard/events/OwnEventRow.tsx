import { memo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { OwnEvent } from '#contract/events/calls.ts'
import { Filled } from '#pwa/features/dashboard/Filled.tsx'
import { eventPrice } from '#pwa/features/events/event-price.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { audienceLine } from './audience-label.ts'
import { EventThumbnail } from './EventThumbnail.tsx'
import { OpenedOwnEvent, type OwnEventView } from './OpenedOwnEvent.tsx'
import css from './OwnEventRow.module.css'
import { ownEventLabel } from './own-event-label.ts'

function EventRow({ event }: { event: OwnEvent }) {
  const [view, setView] = useState<OwnEventView | null>(null)
  const { title, start, capacity, sales, thumbnail_image_path, open_fields } = event
  const { label, tone } = ownEventLabel(event)
  const audience = audienceLine(event.audience)
  return (
    <>
      <ListRow
        onClick={() => setView('details')}
        leading={<EventThumbnail src={thumbnail_image_path} />}
      >
        <b className={css.title}>{title}</b>
        <span className={css.meta}>
          {open_fields.includes('start') ? (
            <span>日時未定</span>
          ) : (
            <time dateTime={start}>{dateTime(start)}</time>
          )}
          {!open_fields.includes('amount') && <span>{eventPrice(event)}</span>}
          <Badge tone={tone}>{label}</Badge>
        </span>
        {!open_fields.includes('capacity') && <Filled taken={sales.tickets} capacity={capacity} />}
        {sales.gross > 0 && (
          <span className={css.sales}>
            <span>販売額 {yen(sales.gross)}</span>
            {sales.unbooked > 0 && <span>確定待ち {yen(sales.unbooked)}</span>}
            <b>受取額 {yen(sales.net)}</b>
          </span>
        )}
        {audience.length > 0 && (
          <span className={css.meta}>
            {audience.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </span>
        )}
      </ListRow>
      {/* Only rows may be children of a list. */}
      {view &&
        createPortal(<OpenedOwnEvent event={event} view={view} onView={setView} />, document.body)}
    </>
  )
}

/** One of the owner's events, with its sales. Memoized: there may be hundreds of them. */
export const OwnEventRow = memo(EventRow)
