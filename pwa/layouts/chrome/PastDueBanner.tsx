import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { monthDay } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './PastDueBanner.module.css'

/** A past-due payment, shown on every page before the room is locked; the oldest first. */
export function PastDueBanner({ behind: [first, ...more] }: Pick<User, 'behind'>) {
  const now = useNow()
  if (!first) return null
  const { room_id, title, locks_at } = first
  return (
    <aside className={css.banner} aria-label="お支払いのお願い">
      <Icon name="alert" size="s" />
      <p>
        <b>
          「{title}」{more.length > 0 && `ほか${more.length}件`}のお支払いを確認できませんでした。
        </b>
        {locks_at > now
          ? `${monthDay(locks_at)}を過ぎると見られなくなります。`
          : 'お支払いいただくと、また見られるようになります。'}
      </p>
      <Link
        className={css.pay}
        to={more.length > 0 ? paths.registeredRooms : paths.payRoom(room_id)}
      >
        別のカードで今すぐ支払う
      </Link>
    </aside>
  )
}
