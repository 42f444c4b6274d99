import type { Event } from '#contract/events.ts'
import { EVENT_WAITING } from '#contract/messages.ts'
import { count } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import css from './Stage.module.css'
import { useLiveUrl } from './useLiveUrl.ts'

/** The picture, 16:9; until it comes, the event's own picture and the word why. */
export function Stage({ event }: { event: Event }) {
  const { data, error } = useLiveUrl(event)
  return (
    <div className={css.stage}>
      {event.thumbnail_image_path && (
        <img src={event.thumbnail_image_path} alt="" width={1000} height={563} />
      )}
      <div className={css.badges}>
        {event.publishment_flg === 1 && <LiveBadge />}
        <Badge tone="over" icon="eye">
          <span className="num">{count(event.participants)}人</span>
        </Badge>
      </div>
      <p className={css.message} role="status">
        {error?.message ?? data?.message ?? EVENT_WAITING}
      </p>
    </div>
  )
}
