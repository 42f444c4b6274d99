import type { SubscribedRoom } from '#contract/rooms.ts'
import { monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { By } from '#pwa/ui/By.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import { Window } from '#pwa/ui/Window.tsx'
import css from './SubscribedRow.module.css'
import { subscriptionWords } from './subscription-words.ts'

/** A room one is in: whose it is, what it costs, and when it renews. */
export function SubscribedRow({ room }: { room: SubscribedRoom }) {
  const { id, title, owner, icon_image_path, subscription, on_air, unread } = room
  const { badge, note } = subscriptionWords(subscription)
  return (
    <ListRow
      to={paths.room(id)}
      leading={<Window src={icon_image_path} size="m" />}
      title={title}
      note={<By name={owner.display_name} official={owner.official_flg === 1} />}
    >
      <span className={css.meta}>
        <b>{monthly(subscription.amount)}</b>
        <span className="muted">{note}</span>
      </span>
      <span className={css.badges}>
        {on_air && <LiveBadge />}
        {badge && <Badge tone="warning">{badge}</Badge>}
        {unread && <Badge tone="primary">新しい投稿</Badge>}
      </span>
    </ListRow>
  )
}
