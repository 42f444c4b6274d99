import { events, type OwnEvent } from '#contract/events/calls.ts'
import { untilLabel } from '#pwa/features/tickets/ticket-labels.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { eventChecks, nextSequence } from './event-checks.ts'
import css from './NextEventCard.module.css'

/** The next event and its readiness checks. */
export function NextEventCard() {
  const { items, error, refetch } = useList(events.listOwn, {})
  return (
    <Loaded of={{ data: items, error, refetch }} skeleton={<SkeletonCards count={1} />}>
      {(data) => {
        const next = nextSequence(data)
        return next ? <Next event={next} /> : <None />
      }}
    </Loaded>
  )
}

function Next({ event }: { event: OwnEvent }) {
  const { id, title, start, room, thumbnail_image_path, publishment_flg } = event
  const now = useNow()
  const onAir = publishment_flg === 1
  return (
    <Card as="section" className={css.card}>
      <div className={css.picture}>
        {thumbnail_image_path && <img className="art" src={thumbnail_image_path} alt="" />}
        <span className={css.over}>
          {onAir ? <LiveBadge /> : <Badge tone="over">{untilLabel(start, now)}</Badge>}
        </span>
      </div>
      <div className={css.body}>
        <p className="note muted">
          {onAir ? '配信中のイベント' : '次のイベント'}{' '}
          <time dateTime={start}>{dayAndTime(start)}</time>
        </p>
        <h2>{title}</h2>
        <ul className={css.checks}>
          {eventChecks(event, now).map(({ done, text, detail }) => (
            <li key={text} className={done ? css.done : undefined}>
              <Icon name={done ? 'check' : 'minus'} size="s" />
              <span>
                {text} {detail && <b className="num">{detail}</b>}
              </span>
            </li>
          ))}
        </ul>
        <Button wide size="s" to={paths.event(room.id, id)}>
          イベントページを見る
        </Button>
      </div>
    </Card>
  )
}

const None = () => (
  <Card as="section" padded>
    <h2 className="small muted">次のイベント</h2>
    <p className="small">予定しているイベントはありません。</p>
  </Card>
)
