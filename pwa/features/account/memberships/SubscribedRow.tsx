import { Link } from 'react-router-dom'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { count, dayAndTime, monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './SubscribedRow.module.css'
import { SubscriptionActions } from './SubscriptionActions.tsx'
import { priceLabel, subscriptionLabel } from './subscription-label.ts'

interface SubscribedRowProps {
  room: SubscribedRoom
  /** The key of the visit that came to pay: its payment sheet is open at first. */
  pays: string | null
}

/** A room that the user is a member of: owner, price, renewal date, and the way to leave. */
export function SubscribedRow({ room, pays }: SubscribedRowProps) {
  const { id, title, owner, icon_image_path, subscription, on_air, amount } = room
  const { badge, note } = subscriptionLabel(subscription)
  const price = priceLabel(subscription, amount)
  return (
    <li className={css.row}>
      <Link className={css.room} to={paths.room(id)}>
        <ArchedImage src={icon_image_path} size="m" />
        <span className="grow">
          <b className={css.title}>{title}</b>
          <span className="note muted">
            <Byline name={owner.display_name} official={owner.official_flg === 1} />
          </span>
        </span>
        <Icon name="right" size="s" />
      </Link>
      <Latest room={room} />
      {(on_air || badge) && (
        <p className={css.badges}>
          {on_air && <LiveBadge />}
          {badge && <Badge tone="warning">{badge}</Badge>}
        </p>
      )}
      {price && <p className="note muted">{price}</p>}
      <div className={css.foot}>
        <p className={css.meta}>
          <b>{monthly(subscription.amount)}</b>
          <span className="muted">{note}</span>
        </p>
        <SubscriptionActions key={pays} room={room} pays={pays !== null} />
      </div>
    </li>
  )
}

/** The number of threads since the member's last visit, and the room's next event. */
function Latest({ room: { id, unread, new_threads, next_event } }: { room: SubscribedRoom }) {
  if (!unread && !next_event) return null
  return (
    <ul className={css.latest}>
      {unread && (
        <li>
          <Link to={paths.roomTalk(id)} className={css.fresh}>
            <Icon name="talk" size="s" />
            新しい投稿{new_threads > 0 && `が${count(new_threads)}件`}
          </Link>
        </li>
      )}
      {next_event && (
        <li>
          <Link to={paths.event(id, next_event.id)}>
            <Icon name="calendar" size="s" />
            <span>
              <b className="num">{dayAndTime(next_event.start)}</b> {next_event.title}
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}
