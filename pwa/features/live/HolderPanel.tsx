import { Suspense } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { heldKind } from '#contract/events/live-only.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { currentPage, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './HolderPanel.module.css'
import { timeLeft } from './time-left.ts'

const EventBell = lazyComponent(
  async () => (await import('#pwa/features/events/EventBell.tsx')).EventBell,
)

/** In place of the price, for those who have a ticket: for how long it can be watched, and what comes next. */
export function HolderPanel({ event }: { event: Event }) {
  const left = timeLeft(event, useNow())
  return (
    <Card as="aside" padded className={css.panel} aria-label="視聴チケット">
      <div className={css.head}>
        <span className="note muted">{typedTitle('視聴チケット', heldKind(event))}</span>
        <Button size="s" variant="plain" disabled icon="check">
          {acquisitionLabels(event.amount).held}
        </Button>
      </div>
      {left && (
        <p>
          <span className="note muted">{left.what}</span>
          <b className={css.left}>{left.value}</b>
          {left.note && <span className="note muted">{left.note}</span>}
        </p>
      )}
      {event.publishment_flg === 0 && (
        <Suspense>
          <EventBell event={event} />
        </Suspense>
      )}
      <Button
        variant="secondary"
        icon="share"
        onClick={() => void shareUrl(currentPage(event.title))}
      >
        友だちに知らせる
      </Button>
      <NextEvent event={event} />
    </Card>
  )
}

/** The soonest other event of the room that is still to come. */
function NextEvent({ event: { id: shown, room } }: { event: Event }) {
  const { items } = useList(events.listEvents, roomEvents(room.id))
  const next = items?.find(({ id, publishment_flg }) => id !== shown && publishment_flg === 0)
  if (!next) return null
  return (
    <section className={css.next}>
      <h2 className="small">次のイベント</h2>
      <ul>
        <EventRow event={next} showRoom={false} />
      </ul>
    </section>
  )
}
