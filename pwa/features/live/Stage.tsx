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
      {data?.url ? (
        <Film src={data.url} event={event} />
      ) : (
        event.thumbnail_image_path && (
          <img src={event.thumbnail_image_path} alt="" width={1000} height={563} />
        )
      )}
      <div className={css.badges}>
        {event.publishment_flg === 1 && <LiveBadge />}
        <Badge tone="over" icon="eye">
          <span className="num">{count(event.participants)}人</span>
        </Badge>
      </div>
      {!data?.url && (
        <p className={css.message} role="status">
          {error?.message ?? data?.message ?? EVENT_WAITING}
        </p>
      )}
    </div>
  )
}

/** It starts without sound, as browsers allow; what is on air goes on and on. */
const Film = ({ src, event }: { src: string; event: Event }) => (
  <video
    src={src}
    poster={event.thumbnail_image_path ?? undefined}
    aria-label={event.title}
    autoPlay
    muted
    loop={event.publishment_flg === 1}
    playsInline
    controls
    controlsList="nodownload"
  />
)
