import type { Event } from '#contract/events/calls.ts'
import { ONLINE } from '#contract/events/messages.ts'
import { resaleNotice } from '#contract/tickets/resale-notice.ts'
import { CalendarLink } from '#pwa/features/events/CalendarLink.tsx'
import { MovedAlert } from '#pwa/features/events/MovedAlert.tsx'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { bareTime, longDate, monthDay, time, weekday } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { TicketCard } from '#pwa/ui/tickets/TicketCard.tsx'
import { TicketTitle } from '../TicketTitle.tsx'
import { EventTicketFacts } from './EventTicketFacts.tsx'
import { LocalTime } from './LocalTime.tsx'
import { ResaleCard, ResoldAlert } from './ResaleCard.tsx'
import css from './TicketDetail.module.css'
import { WatchStub } from './WatchStub.tsx'

/** The entitlement to watch, drawn as a ticket. */
export function EventTicket({ event }: { event: Event }) {
  if (!event.joined) return <NotHeld event={event} />
  return (
    <div className={cx(css.ticket, isOver(event) && css.torn)}>
      <MovedAlert event={event} />
      <Card event={event} />
      <WayIn event={event} />
      <CalendarLink wide event={event} />
      {phaseOf(event) === 'coming' && (
        <ResaleCard of={{ kind: 'event', id: event.id }} until={event.resale_until} />
      )}
      <EventTicketFacts event={event} />
      <p className={css.foot}>{resaleNotice(event)}</p>
    </div>
  )
}

const isOver = (event: Event) => ['ended', 'cancelled'].includes(phaseOf(event))

function Card({ event }: { event: Event }) {
  const { title, start, end, room, thumbnail_image_path } = event
  const user = useUser()
  const ended = isOver(event)
  return (
    <TicketCard
      state={ended ? 'used' : 'valid'}
      picture={thumbnail_image_path}
      tint={room.tint}
      title={<TicketTitle>{title}</TicketTitle>}
      when={
        <>
          <time dateTime={start}>
            {longDate(start)}({weekday(start)})
          </time>
          <br />
          {bareTime(start)} から {time(end)} ごろ
          <LocalTime at={start} />
        </>
      }
      where={ONLINE}
      number={null}
      holder={user?.display_name ?? ''}
      {...(ended && { stamp: endedStamp(event) })}
    >
      <WatchStub event={event} />
    </TicketCard>
  )
}

const endedStamp = ({ start }: Event) => ({
  word: '配信終了',
  main: monthDay(start).replace('月', '/').replace('日', ''),
  below: 'ありがとう',
  label: `${monthDay(start)}の配信は終了しました`,
})

function WayIn({ event }: { event: Event }) {
  const to = paths.event(event.room.id, event.id)
  const watchable = ['onAir', 'after', 'archive'].includes(phaseOf(event))
  return watchable ? (
    <Button wide icon="play" to={to}>
      視聴する
    </Button>
  ) : (
    <Button wide variant="secondary" to={to}>
      イベントページを見る
    </Button>
  )
}

/** Refunded or never bought: a message instead of a ticket. */
const NotHeld = ({ event }: { event: Event }) => (
  <div className="stack">
    <ResoldAlert of={{ kind: 'event', id: event.id }} />
    <Alert tone="warning">
      「{event.title}
      」のチケットはお持ちではありません。お支払いの確認中のときは、終わりしだい表示されます。
    </Alert>
    <Button variant="secondary" wide to={paths.event(event.room.id, event.id)}>
      イベントページを見る
    </Button>
  </div>
)
