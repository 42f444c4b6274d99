import { Link } from 'react-router-dom'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { monthly } from '#pwa/lib/format.ts'
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
  const { id, title, owner, icon_image_path, subscription, on_air, unread, amount } = room
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
      <p className={css.meta}>
        <b>{monthly(subscription.amount)}</b>
        <span className="muted">{note}</span>
      </p>
      {price && <p className="note muted">{price}</p>}
      <div className={css.foot}>
        <p className={css.badges}>
          {on_air && <LiveBadge />}
          {badge && <Badge tone="warning">{badge}</Badge>}
          {unread && <Badge tone="primary">新しい投稿</Badge>}
        </p>
        <SubscriptionActions key={pays} room={room} pays={pays !== null} />
      </div>
    </li>
  )
}
